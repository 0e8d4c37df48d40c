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
 * Who sends to whom, component by component, and which components are on a common cycle (strongly
 * connected, by Tarjan's algorithm). Decides who must hold back for whom, see {@link
 * BackPressureGroup}, and whose tuples must wait in mailboxes lest calls nest too deep.
 */
final class BackPressureGraph {
    private final Map<String, Set<String>> targets = new LinkedHashMap<>();
    private final Map<String, Integer> order = new HashMap<>();
    private final Map<String, Integer> low = new HashMap<>();
    private final Map<String, List<String>> cycle = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();

    /** Components whose visit has not ended. */
    private final Set<String> visiting = new HashSet<>();

    /** Components that are sent to by what they send to themselves: one at least in each cycle. */
    private final Set<String> reentered = new HashSet<>();

    /** Senders before their receivers, but for what is sent to those who are reentered. */
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

    /** A component whose targets are being visited; not by recursion, since chains may be long. */
    private record Visit(String component, Iterator<String> left) {}

    private void visit(String root) {
        Deque<Visit> visits = new ArrayDeque<>();
        if (!order.containsKey(root)) {
            visits.push(begin(root));
        }
        while (!visits.isEmpty()) {
            Visit last = visits.getFirst();
            if (!last.left().hasNext()) {
                end(last.component());
                visits.pop();
                if (!visits.isEmpty()) {
                    lower(visits.getFirst().component(), lowOf(last.component()));
                }
                continue;
            }
            String target = last.left().next();
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

    /** The components on a common cycle with this one, itself included. */
    List<String> cycleOf(String component) {
        return Objects.requireNonNull(cycle.get(component), component);
    }

    /**
     * Components that must not be called directly by those who send to them, so that calls never
     * nest deeper than that, spouts included: at least one in each cycle, and in each path one in
     * so many.
     *
     * @param depth 0 and 1: nobody is called directly
     */
    Set<String> tooDeep(int depth) {
        Set<String> uncalled = new HashSet<>();
        Map<String, Integer> depths = new HashMap<>();
        for (String component : downstream) {
            int own = depths.getOrDefault(component, 1);
            if (own > depth || depth <= 1 || reentered.contains(component)) {
                uncalled.add(component);
                own = 1;
            }
            for (String target : targetsOf(component)) {
                depths.merge(target, own + 1, Math::max);
            }
        }
        return uncalled;
    }

    /** The components that subscribe to one. */
    Set<String> receiversOf(String component) {
        return Set.copyOf(targetsOf(component));
    }

    /** Tells the groups who holds back whom. */
    void connect(Function<String, BackPressureGroup> groups) {
        targets.forEach(
                (sender, receivers) -> {
                    for (String receiver : receivers) {
                        if (cycleOf(receiver) == cycleOf(sender)) {
                            continue;
                        }
                        for (String member : cycleOf(receiver)) {
                            groups.apply(member).holdsBack(groups.apply(sender));
                        }
                    }
                });
    }
}
