package io.eyewall.cluster.load;

import java.util.List;

/**
 * What is known of a topology's load, as {@code GET /v1/loads?topology=ID} answers it. All rates
 * are averages over some windows of its monitors.
 *
 * @param topology its id
 * @param executors those that have reported
 * @param nodes those where they are
 */
public record TopologyReading(String topology, List<Executor> executors, List<Node> nodes) {
    public TopologyReading {
        executors = List.copyOf(executors);
        nodes = List.copyOf(nodes);
    }

    /**
     * An executor.
     *
     * @param node a supervisor's id
     * @param worker drawn anew by each run of the worker
     * @param sequence number of the worker's last report
     * @param windowSec length of the window that it was about
     * @param silent whether it should have been followed by others
     * @param cores processor time per second, in seconds
     * @param tuplesPerSec executed, or emitted by a spout
     */
    public record Executor(
            String component,
            int firstTask,
            int lastTask,
            String node,
            String worker,
            long sequence,
            double windowSec,
            boolean silent,
            double cores,
            double tuplesPerSec,
            List<Flow> flows) {
        public Executor {
            flows = List.copyOf(flows);
        }
    }

    /** The traffic from an executor to a task. */
    public record Flow(int toTask, double tuplesPerSec, double bytesPerSec) {}

    /** A machine of the cluster. */
    public record Node(String id, String host, int processors) {}
}
