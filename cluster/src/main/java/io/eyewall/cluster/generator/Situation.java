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

/**
 * A cluster as plans are made for it. Immutable.
 *
 * @param tree where executors of plans may be
 * @param snapshot what those executors use and send that plans are made for
 * @param present where they are, by place; those that are nowhere are missing
 * @param bound the only places of executors that are pinned
 * @param inNetwork components that may be on nodes at switches
 * @param mostPerNode of Storm's resource-aware scheduler, as {@code incompatible}
 * @param leftOut topologies that no plan is made for, and why
 */
record Situation(
        CostTree tree,
        Snapshot snapshot,
        Map<ExecutorId, String> present,
        Map<ExecutorId, Set<String>> bound,
        Set<ComponentId> inNetwork,
        Map<ComponentId, Integer> mostPerNode,
        List<Rules.Incompatible> incompatible,
        Map<String, String> leftOut) {

    /** Whether there is anything to place, and anywhere. */
    boolean isEmpty() {
        return snapshot.executors().isEmpty();
    }

    Rules rules(double theta, double gamma) {
        return new Rules(theta, gamma, true, true, mostPerNode, incompatible, bound, inNetwork);
    }

    Problem problem(Rules rules, Weights weights) {
        return new Problem(tree, snapshot, rules, weights, present);
    }

    /** The present placement, looked at as a plan; empty if somebody is nowhere. */
    Optional<Plan> presentPlan(Rules rules, Weights weights) {
        Layout layout = Layout.atStart(problem(rules, weights));
        return layout.isComplete()
                ? Optional.of(new PlanBuilder(layout).build("present"))
                : Optional.empty();
    }
}
