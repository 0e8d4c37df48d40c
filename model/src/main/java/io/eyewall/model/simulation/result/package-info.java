/** What a simulation has found: latencies, series over time, totals. Uses the JDK only. */
@NullMarked
package io.eyewall.model.simulation.result;

import org.jspecify.annotations.NullMarked;
