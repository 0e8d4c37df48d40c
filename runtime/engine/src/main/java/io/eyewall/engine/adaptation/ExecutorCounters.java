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
 * @param calledNsByComponent the part of {@code callNs} in which other components called it
 *     directly, by calling component; this time is also part of the callers' {@code callNs}
 * @param executedByTask number of tuples executed, by task
 * @param sentByReceiver number of tuples sent, by receiver
 */
record ExecutorCounters(
        ExecutorId executor,
        int core,
        boolean dedicated,
        boolean bound,
        double callNs,
        Map<String, Double> calledNsByComponent,
        Map<Integer, Long> executedByTask,
        Map<ExecutorId, Long> sentByReceiver) {
    /** Returns the same counters with {@code bound} set. */
    ExecutorCounters asBound() {
        return new ExecutorCounters(
                executor,
                core,
                dedicated,
                true,
                callNs,
                calledNsByComponent,
                executedByTask,
                sentByReceiver);
    }
}
