package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import java.util.Map;

/**
 * The counters of one executor at one moment; they only grow.
 *
 * @param executor whose they are
 * @param core index of the core that it belongs to
 * @param dedicated whether its user code has a thread of its own, so that it weighs nothing on its
 *     core
 * @param bound whether it has to stay where it is
 * @param callNs nanoseconds in nextTuple or execute, with what was called directly inside them
 * @param calledNs that part of it in which components of the topology called it directly, by
 *     component: it is in their executors' {@code callNs}, too
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
    /** The same of one that has to stay where it is. */
    ExecutorCounters asBound() {
        return new ExecutorCounters(
                executor, core, dedicated, true, callNs, calledNs, executed, sent);
    }
}
