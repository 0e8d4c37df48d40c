package io.eyewall.plugin.monitor;

import java.util.List;

/**
 * The counts of a worker that isn't written in Java, about itself. Called by the reporting thread.
 */
public interface CountedLoads {
    /** Returns processor time and traffic since the last call; nothing is returned twice. */
    Window take();

    /** Processor time of its processes beside this JVM, in nanoseconds since they were started. */
    long programNs();

    /**
     * Since the last one.
     *
     * @param uses all executors of the worker, idle ones too
     * @param sent what their tasks sent, one entry per sender and receiver
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
     * @param firstTask its least task id
     * @param lastTask its greatest task id
     * @param usedNs processor time, without that of waiting
     * @param tuples executed by a bolt, emitted by a spout
     */
    record Use(String component, int firstTask, int lastTask, long usedNs, long tuples) {}

    /**
     * The traffic from one task to another.
     *
     * @param tuples those of Storm's own streams included
     * @param bytes as they are on a network
     */
    record Sent(int from, int to, long tuples, long bytes) {}
}
