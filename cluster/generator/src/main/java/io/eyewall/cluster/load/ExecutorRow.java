package io.eyewall.cluster.load;

import java.util.List;

/**
 * An executor's row in the database. Immutable.
 *
 * @param node the node of the worker that reported last
 * @param run the run of that worker, with the number of its last report
 * @param receivedMs when the last report arrived, by the generator's clock, in milliseconds since
 *     1970
 * @param windowMs length of the last window
 * @param cores processor time per second, in seconds; an average, as all rates are
 * @param flows the traffic by receiving task
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
    /** The primary key. */
    record Key(String topology, int firstTask) {}

    /**
     * A run of a worker process.
     *
     * @param id the run's random id
     * @param startMs when the run started, by its host's clock
     * @param sequence the number of the run's last report
     */
    record Run(String id, long startMs, long sequence) {}

    /** The traffic from the executor to a task. */
    record Flow(int to, double tuplesPerSec, double bytesPerSec) {}
}
