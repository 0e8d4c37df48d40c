/**
 * The experiments of the T-Storm paper (section V), repeated on real Storm clusters of the
 * laboratory: how long messages take with Storm's schedulers and with ours, over time. See
 * docs/reports/tstorm.md.
 */
@NullMarked
package io.eyewall.benchmarks.tstorm;

import org.jspecify.annotations.NullMarked;
