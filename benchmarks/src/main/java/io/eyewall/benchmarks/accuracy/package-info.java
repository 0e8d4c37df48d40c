/**
 * The performance model beside what our engine does: configurations that it was not calibrated
 * with.
 */
@NullMarked
package io.eyewall.benchmarks.accuracy;

import org.jspecify.annotations.NullMarked;
