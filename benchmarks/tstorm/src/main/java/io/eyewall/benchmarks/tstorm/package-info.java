/**
 * Repeats the experiments of the T-Storm paper (section V) on real Storm clusters in the
 * laboratory: they compare the processing times of messages over time under Storm's schedulers and
 * ours. See docs/reports/tstorm.md.
 */
@NullMarked
package io.eyewall.benchmarks.tstorm;

import org.jspecify.annotations.NullMarked;
