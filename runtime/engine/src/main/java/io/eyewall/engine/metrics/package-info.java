/** The metrics of a running topology, as immutable records. Depends on nothing. */
@NullMarked
package io.eyewall.engine.metrics;

import org.jspecify.annotations.NullMarked;
