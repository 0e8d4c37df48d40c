package io.eyewall.cluster.load;

import java.util.List;

/**
 * The measurements of a topology, as {@code GET /v1/loads?topology=ID} returns them in JSON. All
 * rates are averages over some windows of the topology's monitors. Immutable.
 *
 * @param topology the topology's id
 * @param executors the executors that have reported
 * @param nodes the nodes where these executors run
 */
public record TopologyReading(String topology, List<Executor> executors, List<Node> nodes) {
    public TopologyReading {
        executors = List.copyOf(executors);
        nodes = List.copyOf(nodes);
    }

    /**
     * An executor.
     *
     * @param node the supervisor's id
     * @param worker the random id of the worker's run
     * @param sequence the number of the worker's last report
     * @param windowSec length of that report's window
     * @param silent whether further reports are overdue
     * @param cores processor time per second, in seconds
     * @param tuplesPerSec tuples executed or, by a spout, emitted
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
