package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Chooses the components that get more executors, in topologies that allow it: components with
 * fewer executors than tasks, one of which used more than {@code theta} of a core in two
 * consecutive evaluations. A component that more executors did not relieve, perhaps because all its
 * tuples have one key, gets no further ones. For the generator's thread.
 */
final class Growth {
    private static final int MIN_HOT_EVALUATIONS = 2;

    /** The load that executors should have afterwards, as a share of theta. */
    private static final double TARGET_SHARE = 0.75;

    /**
     * The largest load of the hottest executor afterwards, relative to its load before, that counts
     * as relief.
     */
    private static final double MAX_RELIEVED_RATIO = 0.9;

    private static final Comparator<ComponentId> BY_NAME =
            Comparator.comparing(ComponentId::toString);

    /** The number of consecutive evaluations in which a component was hot. */
    private final Map<ComponentId, Integer> hotEvaluations = new HashMap<>();

    /** Rebalances that Nimbus has not made yet. */
    private final Map<ComponentId, WantedRebalance> wanted = new TreeMap<>(BY_NAME);

    /**
     * The load of the hottest executor before the growth, by component; only for components that
     * have not been measured since they grew.
     */
    private final Map<ComponentId, Double> hottestBeforeGrowth = new HashMap<>();

    /** Components that more executors did not relieve. */
    private final Set<ComponentId> unrelieved = new HashSet<>();

    /** A rebalance, and the load of the component's hottest executor when it was chosen. */
    private record WantedRebalance(ClusterPlan.Rebalance rebalance, double hottestCores) {}

    /** A component, and the measurements of its executors. */
    private static final class Component {
        private final ComponentSize size;
        private int measuredExecutors;
        private double cores;
        private double hottestCores;

        Component(ComponentSize size) {
            this.size = size;
        }
    }

    /**
     * Evaluates the components once.
     *
     * @return all rebalances that are wanted and not made yet
     */
    List<ClusterPlan.Rebalance> evaluate(Situation situation, ClusterView view, double theta) {
        Map<ComponentId, Component> components = readComponents(situation, view);
        hotEvaluations.keySet().retainAll(components.keySet());
        wanted.keySet().retainAll(components.keySet());
        hottestBeforeGrowth.keySet().retainAll(components.keySet());
        unrelieved.retainAll(components.keySet());
        components.forEach((id, component) -> evaluateComponent(id, component, theta));
        return wanted.values().stream().map(WantedRebalance::rebalance).toList();
    }

    private void evaluateComponent(ComponentId id, Component component, double theta) {
        WantedRebalance waiting = wanted.get(id);
        if (waiting != null) {
            if (component.size.executors() < waiting.rebalance().executors()) {
                return;
            }
            wanted.remove(id);
            hottestBeforeGrowth.put(id, waiting.hottestCores());
        }
        if (component.measuredExecutors < component.size.executors()) {
            return;
        }
        Double hottestBefore = hottestBeforeGrowth.remove(id);
        if (hottestBefore != null
                && component.hottestCores > Math.max(theta, MAX_RELIEVED_RATIO * hottestBefore)) {
            unrelieved.add(id);
        }
        boolean hot = component.hottestCores > theta && component.size.canGrow();
        int evaluations =
                hot && !unrelieved.contains(id) ? hotEvaluations.merge(id, 1, Integer::sum) : 0;
        if (evaluations == 0) {
            hotEvaluations.remove(id);
        } else if (evaluations >= MIN_HOT_EVALUATIONS) {
            hotEvaluations.remove(id);
            int sufficient = (int) Math.ceil(component.cores / (theta * TARGET_SHARE));
            int executors =
                    Math.min(
                            component.size.tasks(),
                            Math.max(component.size.executors() + 1, sufficient));
            ClusterPlan.Rebalance rebalance =
                    new ClusterPlan.Rebalance(id.topology(), id.component(), executors);
            wanted.put(id, new WantedRebalance(rebalance, component.hottestCores));
        }
    }

    private static Map<ComponentId, Component> readComponents(
            Situation situation, ClusterView view) {
        Map<ComponentId, Component> components = new HashMap<>();
        for (ClusterView.Topology topology : view.topologies()) {
            if (topology.elastic()) {
                ComponentSize.of(topology)
                        .forEach((id, size) -> components.put(id, new Component(size)));
            }
        }
        for (ExecutorLoad load : situation.snapshot().executors()) {
            Component component = components.get(load.executor().componentId());
            if (component != null) {
                component.measuredExecutors++;
                component.cores += load.cores();
                component.hottestCores = Math.max(component.hottestCores, load.cores());
            }
        }
        return components;
    }
}
