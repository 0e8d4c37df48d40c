/** Costs out of what was measured in a running topology, with intervals; machine constants. */
@NullMarked
package io.eyewall.model.calibration;

import org.jspecify.annotations.NullMarked;
