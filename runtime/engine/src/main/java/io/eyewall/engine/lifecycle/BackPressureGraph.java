package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.BackPressureGroup;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * The graph of a topology's components: an edge leads from each sender to each receiver. Tarjan's
 * algorithm finds its cycles (strongly connected components). The graph decides which senders a
 * full receiver stops (see {@link BackPressureGroup}), and which components receive their tuples
 * through mailboxes only so that direct calls do not nest too deep.
 */
final class BackPressureGraph {
    private final Map<String, Set<String>> targets = new LinkedHashMap<>();

    /** Number of each component in the order of the first visits (Tarjan's index). */
    private final Map<String, Integer> order = new HashMap<>();

    /** Smallest number that is reachable from each component (Tarjan's low link). */
    private final Map<String, Integer> low = new HashMap<>();

    /** All components of the cycle that a component belongs to; set when the cycle is complete. */
    private final Map<String, List<String>> cycle = new HashMap<>();

    private final Deque<String> path = new ArrayDeque<>();

    /** Components whose visit has not ended. */
    private final Set<String> visiting = new HashSet<>();

    /** Components with an incoming edge that closes a cycle; every cycle has at least one. */
    private final Set<String> reentered = new HashSet<>();

    /** Senders before receivers, except for the edges to {@link #reentered} components. */
    private final Deque<String> downstream = new ArrayDeque<>();

    BackPressureGraph(TopologyPlan plan) {
        for (ComponentPlan component : plan.components().values()) {
            Set<String> to = new LinkedHashSet<>();
            component
                    .streams()
                    .forEach(
                            (streamId, stream) -> {
                                if (!stream.isToAckers()) {
                                    stream.subscriptions()
                                            .forEach(s -> to.add(s.targetComponentId()));
                                }
                            });
            targets.put(component.componentId(), to);
        }
        targets.keySet().forEach(this::visit);
    }

    /**
     * A component whose targets are being visited; a stack of visits replaces recursion, which
     * could get too deep.
     */
    private record Visit(String component, Iterator<String> remaining) {}

    private void visit(String root) {
        Deque<Visit> visits = new ArrayDeque<>();
        if (!order.containsKey(root)) {
            visits.push(begin(root));
        }
        while (!visits.isEmpty()) {
            Visit last = visits.getFirst();
            if (!last.remaining().hasNext()) {
                end(last.component());
                visits.pop();
                if (!visits.isEmpty()) {
                    lower(visits.getFirst().component(), lowOf(last.component()));
                }
                continue;
            }
            String target = last.remaining().next();
            if (!order.containsKey(target)) {
                visits.push(begin(target));
                continue;
            }
            if (!cycle.containsKey(target)) {
                lower(last.component(), order.get(target));
            }
            if (visiting.contains(target)) {
                reentered.add(target);
            }
        }
    }

    private Visit begin(String component) {
        order.put(component, order.size());
        low.put(component, order.get(component));
        path.push(component);
        visiting.add(component);
        return new Visit(component, targetsOf(component).iterator());
    }

    private Integer lowOf(String component) {
        return Objects.requireNonNull(low.get(component), component);
    }

    private void lower(String component, Integer to) {
        low.merge(component, to, Math::min);
    }

    private void end(String component) {
        visiting.remove(component);
        downstream.push(component);
        if (lowOf(component).equals(order.get(component))) {
            List<String> members = new ArrayList<>();
            String member;
            do {
                member = path.pop();
                members.add(member);
                cycle.put(member, members);
            } while (!member.equals(component));
        }
    }

    private Set<String> targetsOf(String component) {
        return Objects.requireNonNull(targets.get(component), component);
    }

    /** Returns the components on a common cycle with {@code component}, including itself. */
    List<String> cycleOf(String component) {
        return Objects.requireNonNull(cycle.get(component), component);
    }

    /**
     * Returns the components that must receive their tuples through mailboxes so that at most
     * {@code depth} calls nest, including the call of the spout. Each cycle contains at least one
     * such component, and so does each path of more than {@code depth} components.
     *
     * @param depth maximum nesting; 0 and 1 exclude all direct calls
     */
    Set<String> queuedOnly(int depth) {
        Set<String> queued = new HashSet<>();
        Map<String, Integer> depths = new HashMap<>();
        for (String component : downstream) {
            int depthHere = depths.getOrDefault(component, 1);
            if (depthHere > depth || depth <= 1 || reentered.contains(component)) {
                queued.add(component);
                depthHere = 1;
            }
            for (String target : targetsOf(component)) {
                depths.merge(target, depthHere + 1, Math::max);
            }
        }
        return queued;
    }

    /** Returns the components that subscribe to {@code component}. */
    Set<String> receiversOf(String component) {
        return Set.copyOf(targetsOf(component));
    }

    /** Registers with each component's group the groups that it stops while it is full. */
    void connect(Function<String, BackPressureGroup> groups) {
        targets.forEach(
                (sender, receivers) -> {
                    for (String receiver : receivers) {
                        if (cycleOf(receiver) == cycleOf(sender)) {
                            continue;
                        }
                        for (String member : cycleOf(receiver)) {
                            groups.apply(member).stopsWhenFull(groups.apply(sender));
                        }
                    }
                });
    }
}
