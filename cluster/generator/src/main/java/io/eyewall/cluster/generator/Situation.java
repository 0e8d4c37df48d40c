package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.PlanBuilder;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The input of an evaluation: the executors to place, and the places for them. Immutable.
 *
 * @param tree the places that plans may use
 * @param snapshot load and traffic of the planned executors
 * @param present the executors' present places; executors without a place are missing
 * @param allowedPlaces the places to which a pinned executor is restricted, by executor
 * @param inNetwork components that may be placed on nodes at switches
 * @param mostPerNode the maximum number of a component's executors per node
 * @param incompatible pairs of components that may not share a worker; like {@code mostPerNode} a
 *     constraint of Storm's resource-aware scheduler
 * @param leftOut topologies for which no plan is made, and the reasons
 */
record Situation(
        CostTree tree,
        Snapshot snapshot,
        Map<ExecutorId, String> present,
        Map<ExecutorId, Set<String>> allowedPlaces,
        Set<ComponentId> inNetwork,
        Map<ComponentId, Integer> mostPerNode,
        List<Rules.Incompatible> incompatible,
        Map<String, String> leftOut) {
    /** Returns whether there are no executors to place, or no places for them. */
    boolean isEmpty() {
        return snapshot.executors().isEmpty();
    }

    /** Returns the ids of the topologies that plans include. */
    Set<String> plannedTopologies() {
        return snapshot.executors().stream()
                .map(load -> load.executor().topology())
                .collect(Collectors.toSet());
    }

    /**
     * Returns the rules for placing the executors.
     *
     * @param theta the share of a node's cores that plans may use
     * @param gamma the limit on executors per node, relative to an even spread
     */
    Rules rules(double theta, double gamma) {
        boolean oneWorkerPerNode = true;
        boolean exclusiveSlots = true;
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

    Problem problem(Rules rules, Weights weights) {
        return new Problem(tree, snapshot, rules, weights, present);
    }

    /** Returns the present placement as a plan; empty if an executor has no place. */
    Optional<Plan> presentPlan(Rules rules, Weights weights) {
        Layout layout = Layout.atStart(problem(rules, weights));
        return layout.isComplete()
                ? Optional.of(new PlanBuilder(layout).build("present"))
                : Optional.empty();
    }
}
