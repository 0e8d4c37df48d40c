package io.eyewall.cluster.generator;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a generator knows and has done, as {@code GET /v1/schedule} answers it. Immutable.
 *
 * @param settings how plans are found
 * @param plan on offer
 * @param viewTimeMs when Nimbus was last heard; null if it never was
 * @param nextLookMs when it looks next, unless something happens
 * @param problem what keeps it from working as it should; null for nothing
 * @param nodes as in the last look
 * @param topologies as in the last look
 * @param decisions the last ones, the latest first
 */
public record ScheduleStatus(
        GeneratorSettings settings,
        PlanInfo plan,
        @Nullable Long viewTimeMs,
        long nextLookMs,
        @Nullable String problem,
        List<Node> nodes,
        List<Topology> topologies,
        List<Decision> decisions) {
    /** The plan on offer. */
    public record PlanInfo(
            long number, long madeMs, String algorithm, int topologies, boolean inEffect) {}

    /** A node; {@code cores} used by executors of plans, {@code limit} what there is for them. */
    public record Node(String id, String host, int executors, double cores, double limit) {}

    /** A topology, and what keeps it out of plans; null for nothing. */
    public record Topology(
            String id,
            String name,
            int executors,
            Map<String, Integer> executorsByHost,
            @Nullable String leftOut) {}
}
