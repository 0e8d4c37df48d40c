package io.eyewall.plugin.monitor;

import java.util.List;

/**
 * The load counters of a worker whose tasks are not written in Java. Called by the reporting
 * thread.
 */
public interface CountedLoads {
    /** Returns the processor time and the traffic since the last call. */
    Window takeWindow();

    /**
     * Returns the processor time of the worker's other processes since their start, in nanoseconds.
     */
    long otherProcessesNs();

    /**
     * The counts between two calls of {@link CountedLoads#takeWindow}.
     *
     * @param uses all executors of the worker, including idle ones
     * @param sent the traffic of their tasks, one entry per sender and receiver
     */
    record Window(List<Use> uses, List<Sent> sent) {
        public Window {
            uses = List.copyOf(uses);
            sent = List.copyOf(sent);
        }
    }

    /**
     * The processor time of an executor.
     *
     * @param firstTask its lowest task id
     * @param lastTask its highest task id
     * @param usedNs processor time since the last call of {@link CountedLoads#takeWindow}, in
     *     nanoseconds, without the time spent waiting
     * @param tuples the number of tuples that a bolt executed or a spout emitted
     */
    record Use(String component, int firstTask, int lastTask, long usedNs, long tuples) {}

    /**
     * The traffic from one task to another.
     *
     * @param from the sending task's id
     * @param to the receiving task's id
     * @param tuples the number of tuples, including those of Storm's own streams
     * @param bytes the bytes that the tuples take on a network
     */
    record Sent(int from, int to, long tuples, long bytes) {}
}
