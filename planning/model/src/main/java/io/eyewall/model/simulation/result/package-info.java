/** The results of a simulation: latencies, series over time, totals. Uses the JDK only. */
@NullMarked
package io.eyewall.model.simulation.result;

import org.jspecify.annotations.NullMarked;
