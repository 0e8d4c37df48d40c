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
    private final Map<String, Integer> visitNumbers = new HashMap<>();

    /** Smallest number that is reachable from each component (Tarjan's low link). */
    private final Map<String, Integer> lowLinks = new HashMap<>();

    /** All components of the cycle that a component belongs to; set when the cycle is complete. */
    private final Map<String, List<String>> cycles = new HashMap<>();

    private final Deque<String> path = new ArrayDeque<>();

    /** Components whose visit has not ended. */
    private final Set<String> visiting = new HashSet<>();

    /** Components with an incoming edge that closes a cycle; every cycle has at least one. */
    private final Set<String> reentered = new HashSet<>();

    /** Senders before receivers, except for the edges to {@link #reentered} components. */
    private final Deque<String> downstream = new ArrayDeque<>();

    BackPressureGraph(TopologyPlan plan) {
        for (ComponentPlan component : plan.components().values()) {
            Set<String> receivers = new LinkedHashSet<>();
            component
                    .streams()
                    .forEach(
                            (streamId, stream) -> {
                                if (!stream.isToAckers()) {
                                    stream.subscriptions()
                                            .forEach(s -> receivers.add(s.targetComponentId()));
                                }
                            });
            targets.put(component.componentId(), receivers);
        }
        targets.keySet().forEach(this::visit);
    }

    /**
     * A component whose remaining targets are still to be visited. A stack of visits replaces
     * recursion, which could get too deep.
     */
    private record Visit(String component, Iterator<String> remaining) {}

    private void visit(String root) {
        Deque<Visit> visits = new ArrayDeque<>();
        if (!visitNumbers.containsKey(root)) {
            visits.push(beginVisit(root));
        }
        while (!visits.isEmpty()) {
            Visit last = visits.getFirst();
            if (!last.remaining().hasNext()) {
                endVisit(last.component());
                visits.pop();
                if (!visits.isEmpty()) {
                    lowerLink(visits.getFirst().component(), lowLinkOf(last.component()));
                }
                continue;
            }
            String target = last.remaining().next();
            if (!visitNumbers.containsKey(target)) {
                visits.push(beginVisit(target));
                continue;
            }
            if (!cycles.containsKey(target)) {
                lowerLink(last.component(), visitNumbers.get(target));
            }
            if (visiting.contains(target)) {
                reentered.add(target);
            }
        }
    }

    private Visit beginVisit(String component) {
        visitNumbers.put(component, visitNumbers.size());
        lowLinks.put(component, visitNumbers.get(component));
        path.push(component);
        visiting.add(component);
        return new Visit(component, targetsOf(component).iterator());
    }

    private Integer lowLinkOf(String component) {
        return Objects.requireNonNull(lowLinks.get(component), component);
    }

    private void lowerLink(String component, Integer to) {
        lowLinks.merge(component, to, Math::min);
    }

    private void endVisit(String component) {
        visiting.remove(component);
        downstream.push(component);
        if (lowLinkOf(component).equals(visitNumbers.get(component))) {
            List<String> members = new ArrayList<>();
            String member;
            do {
                member = path.pop();
                members.add(member);
                cycles.put(member, members);
            } while (!member.equals(component));
        }
    }

    private Set<String> targetsOf(String component) {
        return Objects.requireNonNull(targets.get(component), component);
    }

    /** Returns the components on a common cycle with {@code component}, including itself. */
    List<String> cycleOf(String component) {
        return Objects.requireNonNull(cycles.get(component), component);
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
        Map<String, Integer> nestings = new HashMap<>();
        for (String component : downstream) {
            int nesting = nestings.getOrDefault(component, 1);
            if (nesting > depth || depth <= 1 || reentered.contains(component)) {
                queued.add(component);
                nesting = 1;
            }
            for (String target : targetsOf(component)) {
                nestings.merge(target, nesting + 1, Math::max);
            }
        }
        return queued;
    }

    /** Returns the components that subscribe to {@code component}. */
    Set<String> receiversOf(String component) {
        return Set.copyOf(targetsOf(component));
    }

    /** Registers each sender's group with the groups of the receivers that stop it while full. */
    void connect(Function<String, BackPressureGroup> groups) {
        targets.forEach(
                (sender, receivers) -> {
                    for (String receiver : receivers) {
                        if (cycleOf(receiver) == cycleOf(sender)) {
                            continue;
                        }
                        for (String member : cycleOf(receiver)) {
                            groups.apply(member).stopWhenFull(groups.apply(sender));
                        }
                    }
                });
    }
}
