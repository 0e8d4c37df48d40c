/**
 * Applications of the papers that Eyewall grew from, with real servers: T-Storm's log stream
 * processing and word count, and the counters of femtocells.
 */
@NullMarked
package io.eyewall.connectors.example;

import org.jspecify.annotations.NullMarked;
