package io.eyewall.engine.placing;

import java.util.List;

/**
 * All counters at one moment.
 *
 * @param nowNs when, by the engine's clock
 * @param busyNs by core: nanoseconds in which it had something to do
 * @param executors of all topologies, in a fixed order
 */
record Reading(long nowNs, List<Long> busyNs, List<ExecutorReading> executors) {

    /** Whether both are about the same executors, on the same cores. */
    boolean isComparableTo(Reading other) {
        if (executors.size() != other.executors.size()) {
            return false;
        }
        for (int i = 0; i < executors.size(); i++) {
            ExecutorReading one = executors.get(i);
            ExecutorReading another = other.executors.get(i);
            if (!one.executor().equals(another.executor()) || one.core() != another.core()) {
                return false;
            }
        }
        return true;
    }
}
