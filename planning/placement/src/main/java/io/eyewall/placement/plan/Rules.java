package io.eyewall.placement.plan;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.load.ExecutorId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules that a placement must not violate, besides the limits of the tree.
 *
 * @param theta usable share of a processor limit, above 0 and up to 1; the remainder is for peaks
 * @param gamma T-Storm's consolidation factor: a unit (see {@link Weights#openLevel}; a node, or a
 *     core) accepts at most {@code max(ceil(N/K), floor(gamma*N/K))} of N executors on K units;
 *     infinite without such a limit
 * @param oneWorkerPerNode whether a topology may use only one place per node (T-Storm's rule)
 * @param exclusiveSlots whether a place belongs to one topology, as Storm's slots do
 * @param mostPerNode maximum number of a component's executors on one node (Storm's
 *     maxNodeCoLocationCnt)
 * @param incompatible pairs of components that may not share a place (Storm's
 *     incompatibleComponents)
 * @param allowedPlaces by executor: the ids of the only places where it may be; other executors may
 *     be anywhere except in boxes, unless {@code inNetwork} admits them there
 * @param inNetwork components that may run in in-network boxes
 */
public record Rules(
        double theta,
        double gamma,
        boolean oneWorkerPerNode,
        boolean exclusiveSlots,
        Map<ComponentId, Integer> mostPerNode,
        List<Incompatible> incompatible,
        Map<ExecutorId, Set<String>> allowedPlaces,
        Set<ComponentId> inNetwork) {

    /** Two components that may not share a place. */
    public record Incompatible(ComponentId one, ComponentId other) {}

    public Rules {
        if (!(theta > 0 && theta <= 1)) {
            throw new IllegalArgumentException(
                    "rules: theta must be above 0 and at most 1, not " + theta);
        }
        if (!(gamma > 0)) {
            throw new IllegalArgumentException("rules: gamma must be above 0, not " + gamma);
        }
        mostPerNode.forEach(
                (component, maxExecutors) -> {
                    if (maxExecutors < 1) {
                        throw new IllegalArgumentException(
                                "rules: maximum executors of "
                                        + component
                                        + " per node must be at least 1, not "
                                        + maxExecutors);
                    }
                });
        mostPerNode = Map.copyOf(mostPerNode);
        incompatible = List.copyOf(incompatible);
        allowedPlaces = Map.copyOf(allowedPlaces);
        inNetwork = Set.copyOf(inNetwork);
    }

    /** Returns the rules for cores of one machine: shared by all topologies, filled to 80%. */
    public static Rules machine() {
        return new Rules(
                0.8,
                Double.POSITIVE_INFINITY,
                false,
                false,
                Map.of(),
                List.of(),
                Map.of(),
                Set.of());
    }

    /**
     * Returns the rules for slots of a Storm cluster: one topology each, one slot per topology and
     * node.
     */
    public static Rules cluster() {
        return new Rules(
                0.8, Double.POSITIVE_INFINITY, true, true, Map.of(), List.of(), Map.of(), Set.of());
    }

    /** Returns the same rules with another gamma. */
    public Rules withGamma(double gamma) {
        return new Rules(
                theta,
                gamma,
                oneWorkerPerNode,
                exclusiveSlots,
                mostPerNode,
                incompatible,
                allowedPlaces,
                inNetwork);
    }

    /** Returns the same rules with other allowed places. */
    public Rules withAllowedPlaces(Map<ExecutorId, Set<String>> allowedPlaces) {
        return new Rules(
                theta,
                gamma,
                oneWorkerPerNode,
                exclusiveSlots,
                mostPerNode,
                incompatible,
                allowedPlaces,
                inNetwork);
    }

    /**
     * Returns the same rules with other limits by component, as Storm's resource-aware scheduler
     * has them.
     */
    public Rules withComponentRules(
            Map<ComponentId, Integer> mostPerNode, List<Incompatible> incompatible) {
        return new Rules(
                theta,
                gamma,
                oneWorkerPerNode,
                exclusiveSlots,
                mostPerNode,
                incompatible,
                allowedPlaces,
                inNetwork);
    }

    /** Returns the same rules with other components that may run in boxes. */
    public Rules withInNetwork(Set<ComponentId> inNetwork) {
        return new Rules(
                theta,
                gamma,
                oneWorkerPerNode,
                exclusiveSlots,
                mostPerNode,
                incompatible,
                allowedPlaces,
                inNetwork);
    }
}
