/**
 * Compares the performance model with our engine, in configurations that were not used for
 * calibration.
 */
@NullMarked
package io.eyewall.benchmarks.accuracy;

import org.jspecify.annotations.NullMarked;
