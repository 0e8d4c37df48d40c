package io.eyewall.cluster.generator;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge and the actions of a generator, as {@code GET /v1/schedule} answers them.
 * Immutable.
 *
 * @param settings how plans are found
 * @param theta how much of a node's cores plans may use, set or not
 * @param plan on offer
 * @param viewTimeMs when Nimbus was last heard; null if it never was
 * @param nextLookMs when it looks next, unless something happens
 * @param problem what keeps it from working as it should; null for nothing
 * @param nodes as in the last look
 * @param topologies as in the last look
 * @param executors of all topologies, where Nimbus sees them
 * @param flows between nodes and within them, the most tuples first; the greatest only where there
 *     are more than some thousands
 * @param decisions the last ones, the latest first
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
    /** The plan on offer. */
    public record PlanInfo(
            long number, long madeMs, String algorithm, int topologies, boolean inEffect) {}

    /**
     * A node.
     *
     * @param rack as its supervisor names it; null if it does not
     * @param executors of plans
     * @param cores used by these
     * @param limit what there is for them
     * @param hostCores used by all that runs on the host; null if that was not measured
     * @param ports of its slots
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
     * @param topology its id
     * @param first of its tasks
     * @param last of its tasks
     * @param node where it is; null if nowhere, as {@code port} then
     * @param cores used; null if that was not measured
     * @param hot whether it needs more of a core than plans give to all on a node
     * @param planned {@code node:port} where the plan on offer wants it; null if that is where it
     *     is
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
     * The tuples that executors of a node send to executors of another, or of the same.
     *
     * @param from a node's id
     * @param to a node's id
     * @param withinWorker whether it stays in one process
     */
    public record Flow(
            String from,
            String to,
            boolean withinWorker,
            double tuplesPerSec,
            double bytesPerSec) {}

    /** A topology, and what keeps it out of plans; null for nothing. */
    public record Topology(
            String id,
            String name,
            int executors,
            Map<String, Integer> executorsByHost,
            @Nullable String leftOut) {}
}
