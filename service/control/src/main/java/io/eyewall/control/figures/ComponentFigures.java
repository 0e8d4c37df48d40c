package io.eyewall.control.figures;

import io.eyewall.engine.metrics.ComponentMetrics;

/**
 * The figures of one component between two samples.
 *
 * @param id the component's id
 * @param isSpout whether it is a spout
 * @param counters its counters since the start
 * @param errors errors reported since the start
 * @param rates its activity: rates are sums over its executors, shares are their means
 * @param worstBusy the busiest executor's share of time in user code
 * @param worstTask the first task of that executor; -1 if the component has no executor
 * @param fullestMailbox tuples in the mailbox that holds the most
 */
public record ComponentFigures(
        String id,
        boolean isSpout,
        ComponentMetrics counters,
        long errors,
        ExecutorRates rates,
        double worstBusy,
        int worstTask,
        int fullestMailbox) {

    /** Returns the tuples that a bolt has executed or a spout has emitted since the start. */
    public long tuples() {
        return isSpout ? counters.emittedByUser() : counters.executed();
    }

    /** Returns the tuples per second that a bolt executed or a spout emitted. */
    public double perSec() {
        return rates.perSec(isSpout);
    }

    /**
     * Returns the mean time in user code per tuple that was executed or emitted, in nanoseconds; 0
     * if there was none.
     */
    public double callNs() {
        return rates.callNs(isSpout) * Math.max(1, counters.executors());
    }
}
