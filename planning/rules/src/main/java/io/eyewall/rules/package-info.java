/**
 * Rules that the engine follows and the performance model predicts with, each written once. They
 * know no threads and no clocks: the caller says what time it is, real or simulated.
 */
@NullMarked
package io.eyewall.rules;

import org.jspecify.annotations.NullMarked;
