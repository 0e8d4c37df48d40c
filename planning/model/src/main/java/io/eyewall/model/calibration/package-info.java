/**
 * Estimates the model's costs, with confidence intervals, from measurements of a running topology;
 * holds the machine constants.
 */
@NullMarked
package io.eyewall.model.calibration;

import org.jspecify.annotations.NullMarked;
