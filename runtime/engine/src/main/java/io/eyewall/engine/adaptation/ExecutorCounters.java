package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import java.util.Map;

/**
 * The counters of one executor at one moment. They never decrease.
 *
 * @param executor the executor
 * @param core index of its core
 * @param dedicated whether its user code has a thread of its own and puts no load on its core
 * @param bound whether it must stay on its core
 * @param callNs nanoseconds in nextTuple or execute, including direct calls made inside them
 * @param calledNs the part of {@code callNs} in which other components called it directly, by
 *     calling component; this time is also part of the callers' {@code callNs}
 * @param executed tuples executed, by task
 * @param sent tuples sent, by receiver
 */
record ExecutorCounters(
        ExecutorId executor,
        int core,
        boolean dedicated,
        boolean bound,
        double callNs,
        Map<String, Double> calledNs,
        Map<Integer, Long> executed,
        Map<ExecutorId, Long> sent) {
    /** Returns the same counters, bound to the core. */
    ExecutorCounters asBound() {
        return new ExecutorCounters(
                executor, core, dedicated, true, callNs, calledNs, executed, sent);
    }
}
