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
 * Chooses the components that get more executors, where their users allow it: components with an
 * executor that uses more than {@code theta} of a core in two evaluations running, and fewer
 * executors than tasks. A component that more executors did not relieve (all its tuples may have
 * one key) is left alone. For the generator's thread.
 */
final class Growth {
    private static final int WINDOWS = 2;

    /** Of theta: what executors should use afterwards. */
    private static final double COMFORT = 0.75;

    /**
     * The largest load of the hottest executor afterwards, relative to before, that counts as
     * relief.
     */
    private static final double RELIEF = 0.9;

    private static final Comparator<ComponentId> BY_TEXT =
            Comparator.comparing(ComponentId::toString);

    private final Map<ComponentId, Integer> hotLooks = new HashMap<>();

    /** Not done yet. */
    private final Map<ComponentId, Wish> wishes = new TreeMap<>(BY_TEXT);

    /**
     * The load of the hottest executor before, of components that have grown and were not measured
     * since.
     */
    private final Map<ComponentId, Double> grown = new HashMap<>();

    private final Set<ComponentId> hopeless = new HashSet<>();

    /** So many executors, when the hottest used so much. */
    private record Wish(ClusterPlan.Rebalance rebalance, double hottest) {}

    /** A component, and what was measured of its executors. */
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
     * Looks once.
     *
     * @return all that is wanted and not so yet
     */
    List<ClusterPlan.Rebalance> see(Situation situation, ClusterView view, double theta) {
        Map<ComponentId, Component> components = components(situation, view);
        hotLooks.keySet().retainAll(components.keySet());
        wishes.keySet().retainAll(components.keySet());
        grown.keySet().retainAll(components.keySet());
        hopeless.retainAll(components.keySet());
        components.forEach((id, component) -> see(id, component, theta));
        return wishes.values().stream().map(Wish::rebalance).toList();
    }

    private void see(ComponentId id, Component component, double theta) {
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
            hopeless.add(id);
        }
        boolean hot = component.hottest > theta && component.size.canGrow();
        int looks = hot && !hopeless.contains(id) ? hotLooks.merge(id, 1, Integer::sum) : 0;
        if (looks == 0) {
            hotLooks.remove(id);
        } else if (looks >= WINDOWS) {
            hotLooks.remove(id);
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
