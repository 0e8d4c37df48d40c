/** Compares running topologies with the predictions of the performance model. */
@NullMarked
package io.eyewall.control.forecast;

import org.jspecify.annotations.NullMarked;
