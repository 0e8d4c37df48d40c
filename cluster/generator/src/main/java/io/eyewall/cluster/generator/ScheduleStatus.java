package io.eyewall.cluster.generator;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a generator, as {@code GET /v1/schedule} returns it in JSON. Immutable.
 *
 * @param settings the settings in use
 * @param theta share of a node's cores that plans may use, as set, or else the default
 * @param plan the plan on offer
 * @param viewTimeMs time of the last view from Nimbus, in milliseconds since 1970; null if there
 *     was none
 * @param nextLookMs time of the next periodic evaluation, in milliseconds since 1970
 * @param problem everything that impairs the generator; null if nothing does
 * @param nodes the cluster's nodes, with their loads in the last evaluation
 * @param topologies the cluster's topologies, with the reasons why the last evaluation left some
 *     out
 * @param executors the executors of all topologies, at the places that Nimbus reports
 * @param flows traffic between nodes and within them, the most tuples first; at most the 4096
 *     largest
 * @param decisions the kept decisions, the latest first
 */
public record ScheduleStatus(
        GeneratorSettings settings,
        double theta,
        PlanInfo plan,
        @Nullable Long viewTimeMs,
        long nextLookMs,
        @Nullable String problem,
        List<Node> nodes,
        List<Topology> topologies,
        List<Executor> executors,
        List<Flow> flows,
        List<Decision> decisions) {
    /**
     * The plan on offer.
     *
     * @param number the plan's number
     * @param madeMs when the plan was made, in milliseconds since 1970
     * @param algorithm the algorithm with its parameters
     * @param topologies number of topologies in the plan
     * @param inEffect whether all executors are where the plan puts them
     */
    public record PlanInfo(
            long number, long madeMs, String algorithm, int topologies, boolean inEffect) {}

    /**
     * A node.
     *
     * @param rack the rack that the node's supervisor names; null if it names none
     * @param executors number of planned executors on the node
     * @param cores cores that planned executors use
     * @param limit cores that planned executors may use
     * @param hostCores cores that all processes of the host use; null if that was not measured
     * @param ports the ports of the node's slots
     */
    public record Node(
            String id,
            String host,
            @Nullable String rack,
            int executors,
            double cores,
            double limit,
            @Nullable Double hostCores,
            List<Integer> ports) {}

    /**
     * An executor.
     *
     * @param topology the topology's id
     * @param first the first task
     * @param last the last task
     * @param node the id of the executor's node; null, as is {@code port}, if it has no place
     * @param cores cores that the executor uses; null if that was not measured
     * @param hot whether the executor uses more than theta of a core
     * @param planned the place by the plan on offer, as {@code node:port}; null if the executor is
     *     there already, or not in the plan
     */
    public record Executor(
            String topology,
            String component,
            int first,
            int last,
            @Nullable String node,
            @Nullable Integer port,
            @Nullable Double cores,
            boolean hot,
            @Nullable String planned) {}

    /**
     * The traffic from executors of a node to executors of another or the same node.
     *
     * @param from the senders' node
     * @param to the receivers' node
     * @param withinWorker whether the traffic stays within worker processes
     */
    public record Flow(
            String from,
            String to,
            boolean withinWorker,
            double tuplesPerSec,
            double bytesPerSec) {}

    /**
     * A topology.
     *
     * @param leftOut the reason why plans leave the topology out; null if they include it
     */
    public record Topology(
            String id,
            String name,
            int executors,
            Map<String, Integer> executorsByHost,
            @Nullable String leftOut) {}
}
