package io.eyewall.cluster.load;

import java.util.List;

/**
 * The row of an executor in the database.
 *
 * @param node of the worker that reported last
 * @param run of that worker, its start by its host's clock, and its last report
 * @param receivedMs when the last report came, by this machine's clock
 * @param windowMs the last window's length
 * @param cores an average, as are all rates
 * @param flows by receiving task
 */
record ExecutorRow(
        Key key,
        String component,
        int lastTask,
        String node,
        Run run,
        long receivedMs,
        long windowMs,
        double cores,
        double tuplesPerSec,
        List<Flow> flows) {
    /** By which there is one. */
    record Key(String topology, int firstTask) {}

    /** A run of a worker. */
    record Run(String id, long startMs, long sequence) {}

    /** The traffic from the executor to a task. */
    record Flow(int to, double tuplesPerSec, double bytesPerSec) {}
}
