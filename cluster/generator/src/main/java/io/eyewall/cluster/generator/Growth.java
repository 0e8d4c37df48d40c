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
 * consecutive evaluations. A component that more executors did not relieve (all its tuples may have
 * one key) is left alone. For the generator's thread.
 */
final class Growth {
    private static final int WINDOWS = 2;

    /** The load that executors should have afterwards, as a share of theta. */
    private static final double COMFORT = 0.75;

    /**
     * The largest load of the hottest executor afterwards, relative to before, that counts as
     * relief.
     */
    private static final double RELIEF = 0.9;

    private static final Comparator<ComponentId> BY_TEXT =
            Comparator.comparing(ComponentId::toString);

    private final Map<ComponentId, Integer> hotEvaluations = new HashMap<>();

    /** Rebalances that Nimbus has not made yet. */
    private final Map<ComponentId, Wish> wishes = new TreeMap<>(BY_TEXT);

    /**
     * The load of the hottest executor before the growth, by component; only for components that
     * have not been measured since they grew.
     */
    private final Map<ComponentId, Double> grown = new HashMap<>();

    /** Components that more executors did not relieve. */
    private final Set<ComponentId> unrelieved = new HashSet<>();

    /** A rebalance, and the load of the component's hottest executor when it was chosen. */
    private record Wish(ClusterPlan.Rebalance rebalance, double hottest) {}

    /** A component, and the measurements of its executors. */
    private static final class Component {
        private final ComponentSize size;
        private int measured;
        private double cores;
        private double hottest;

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
        Map<ComponentId, Component> components = components(situation, view);
        hotEvaluations.keySet().retainAll(components.keySet());
        wishes.keySet().retainAll(components.keySet());
        grown.keySet().retainAll(components.keySet());
        unrelieved.retainAll(components.keySet());
        components.forEach((id, component) -> evaluate(id, component, theta));
        return wishes.values().stream().map(Wish::rebalance).toList();
    }

    private void evaluate(ComponentId id, Component component, double theta) {
        Wish wish = wishes.get(id);
        if (wish != null) {
            if (component.size.executors() < wish.rebalance().executors()) {
                return;
            }
            wishes.remove(id);
            grown.put(id, wish.hottest());
        }
        if (component.measured < component.size.executors()) {
            return;
        }
        Double before = grown.remove(id);
        if (before != null && component.hottest > Math.max(theta, RELIEF * before)) {
            unrelieved.add(id);
        }
        boolean hot = component.hottest > theta && component.size.canGrow();
        int evaluations =
                hot && !unrelieved.contains(id) ? hotEvaluations.merge(id, 1, Integer::sum) : 0;
        if (evaluations == 0) {
            hotEvaluations.remove(id);
        } else if (evaluations >= WINDOWS) {
            hotEvaluations.remove(id);
            int enough = (int) Math.ceil(component.cores / (theta * COMFORT));
            int executors =
                    Math.min(
                            component.size.tasks(),
                            Math.max(component.size.executors() + 1, enough));
            ClusterPlan.Rebalance rebalance =
                    new ClusterPlan.Rebalance(id.topology(), id.component(), executors);
            wishes.put(id, new Wish(rebalance, component.hottest));
        }
    }

    private static Map<ComponentId, Component> components(Situation situation, ClusterView view) {
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
                component.measured++;
                component.cores += load.cores();
                component.hottest = Math.max(component.hottest, load.cores());
            }
        }
        return components;
    }
}
