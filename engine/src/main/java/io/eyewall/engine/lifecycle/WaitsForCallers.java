package io.eyewall.engine.lifecycle;

import io.eyewall.engine.bytecode.DirectCallHazards;
import io.eyewall.engine.bytecode.Hazards;
import io.eyewall.engine.executor.Executor;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the components that may wait for their callers, if they are called directly: receivers of
 * one that emits while it holds a lock, and those that wait for what another does after the emit
 * which has led to them. They run later, from their mailboxes. Looks twice: when the topology has
 * been assembled, and when all its tasks have been opened and prepared, since bolts and spouts may
 * have been given their code by then. One thread at a time.
 */
final class WaitsForCallers {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsForCallers.class);

    /** Of one component: the others hold objects of the same classes, most probably. */
    private static final int MOST_TASKS = 16;

    private final TopologyPlan plan;
    private final BackPressureGraph graph;

    /** Keeps what it has read from the first look to the second; then null. */
    private @Nullable DirectCallHazards hazards;

    /** Components whose tuples always wait in mailboxes. */
    private final Set<String> uncalled = ConcurrentHashMap.newKeySet();

    /**
     * @param loader of the application
     * @param uncalled components that are never called directly for other reasons
     */
    WaitsForCallers(
            TopologyPlan plan, BackPressureGraph graph, ClassLoader loader, Set<String> uncalled) {
        this.plan = plan;
        this.graph = graph;
        this.hazards = new DirectCallHazards(loader);
        this.uncalled.addAll(uncalled);
    }

    /** Whether the tuples of a component always wait in its executors' mailboxes. */
    boolean isUncalled(String componentId) {
        return uncalled.contains(componentId);
    }

    /**
     * Looks for the first time.
     *
     * @return the components that must not be called directly from now on
     */
    Set<String> look(List<Executor> executors) {
        return hazards == null ? Set.of() : new Look(executors, hazards).find();
    }

    /** Looks for the second time; as {@link #look}. */
    Set<String> lookAgain(List<Executor> executors) {
        if (hazards == null) {
            return Set.of();
        }
        DirectCallHazards last = hazards.later();
        hazards = null;
        return new Look(executors, last).find();
    }

    /** One look at all components. */
    private final class Look {
        private final DirectCallHazards examiner;

        /** Some spouts or bolts of each of the user's components. */
        private final Map<String, List<Object>> tasks = new LinkedHashMap<>();

        private final Set<String> found = new LinkedHashSet<>();

        Look(List<Executor> executors, DirectCallHazards examiner) {
            this.examiner = examiner;
            for (Executor executor : executors) {
                if (executor.component().isUser()) {
                    List<Object> some =
                            tasks.computeIfAbsent(
                                    executor.component().componentId(), id -> new ArrayList<>());
                    for (int i = 0; i < executor.tasks().size() && some.size() < MOST_TASKS; i++) {
                        some.add(executor.tasks().get(i).object());
                    }
                }
            }
        }

        Set<String> find() {
            try {
                tasks.forEach(this::lookAtSender);
            } catch (LinkageError | RuntimeException e) {
                LOG.warn(
                        "topology '{}': its code can't be examined for waits between components;"
                                + " they are found only when they block",
                        plan.name(),
                        e);
            }
            return found;
        }

        private void lookAtSender(String id, List<Object> objects) {
            Set<String> receivers = graph.receiversOf(id);
            if (uncalled.containsAll(receivers)) {
                return;
            }
            Hazards own = examiner.of(objects);
            String lockedEmit = own.lockedEmit().orElse(null);
            if (lockedEmit != null) {
                LOG.info(
                        "topology '{}': component '{}' emits while it holds a lock, at {}; {} run"
                                + " after that emit, from their mailboxes, and not within it",
                        plan.name(),
                        id,
                        lockedEmit,
                        receivers);
                receivers.forEach(this::leaveToMailboxes);
            } else if (own.handsOver()) {
                lookBelow(id, own);
            }
        }

        /** Who may be on the stack of a sender's emit, directly or by others'. */
        private void lookBelow(String sender, Hazards its) {
            Set<String> seen = new HashSet<>();
            Queue<String> waiting = new ArrayDeque<>(graph.receiversOf(sender));
            for (String id = waiting.poll(); id != null; id = waiting.poll()) {
                List<Object> objects = tasks.get(id);
                if (objects == null || uncalled.contains(id) || !seen.add(id)) {
                    continue;
                }
                String wait = examiner.of(objects).waitFor(its).orElse(null);
                if (wait == null) {
                    waiting.addAll(graph.receiversOf(id));
                    continue;
                }
                LOG.info(
                        "topology '{}': component '{}' may wait at {}, which component '{}' does"
                                + " after an emit; it runs after that emit, from its mailbox, and"
                                + " not within it",
                        plan.name(),
                        id,
                        wait,
                        sender);
                leaveToMailboxes(id);
            }
        }

        private void leaveToMailboxes(String componentId) {
            uncalled.add(componentId);
            found.add(componentId);
        }
    }
}
