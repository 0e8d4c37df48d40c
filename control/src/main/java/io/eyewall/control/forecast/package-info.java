/** What the performance model says of running topologies, beside what they do. */
@NullMarked
package io.eyewall.control.forecast;

import org.jspecify.annotations.NullMarked;
