package io.eyewall.engine.lifecycle;

import io.eyewall.engine.bytecode.LockedEmits;
import io.eyewall.engine.executor.Executor;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the components that emit while they hold a lock: their receivers may wait for it, so they
 * run later, from their mailboxes, and are never called directly. Looks twice: when the topology
 * has been assembled, and when all its tasks have been opened and prepared, since bolts and spouts
 * may have been given their code by then. One thread at a time.
 */
final class LockedSenders {
    private static final Logger LOG = LoggerFactory.getLogger(LockedSenders.class);

    /** Of one component: the others hold objects of the same classes, most probably. */
    private static final int MOST_TASKS = 16;

    private final TopologyPlan plan;
    private final BackPressureGraph graph;

    /** Keeps what it has read from the first look to the second; then null. */
    private @Nullable LockedEmits lockedEmits;

    /** Components whose tuples always wait in mailboxes. */
    private final Set<String> uncalled = ConcurrentHashMap.newKeySet();

    /**
     * @param loader of the application
     * @param uncalled components that are never called directly for other reasons
     */
    LockedSenders(
            TopologyPlan plan, BackPressureGraph graph, ClassLoader loader, Set<String> uncalled) {
        this.plan = plan;
        this.graph = graph;
        this.lockedEmits = new LockedEmits(loader);
        this.uncalled.addAll(uncalled);
    }

    /** Whether the tuples of a component always wait in its executors' mailboxes. */
    boolean areKeptFrom(String componentId) {
        return uncalled.contains(componentId);
    }

    /**
     * Looks for the first time.
     *
     * @return the components that must not be called directly from now on
     */
    Set<String> look(List<Executor> executors) {
        return lockedEmits == null ? Set.of() : tryToFind(executors, lockedEmits);
    }

    /** Looks for the second time; as {@link #look}. */
    Set<String> lookAgain(List<Executor> executors) {
        if (lockedEmits == null) {
            return Set.of();
        }
        LockedEmits last = lockedEmits.later();
        lockedEmits = null;
        return tryToFind(executors, last);
    }

    private Set<String> tryToFind(List<Executor> executors, LockedEmits in) {
        Set<String> found = new LinkedHashSet<>();
        try {
            senders(executors).forEach((id, tasks) -> found.addAll(receivers(id, tasks, in)));
        } catch (LinkageError | RuntimeException e) {
            LOG.warn(
                    "topology '{}': its code can't be examined for emits under locks; receivers"
                            + " that wait for such a lock are found only when they block",
                    plan.name(),
                    e);
        }
        return found;
    }

    /** Some spouts or bolts of each component that sends to others which may be called directly. */
    private Map<String, List<Object>> senders(List<Executor> executors) {
        Map<String, List<Object>> senders = new LinkedHashMap<>();
        for (Executor executor : executors) {
            String id = executor.component().componentId();
            if (executor.component().isUser() && !uncalled.containsAll(graph.receiversOf(id))) {
                List<Object> some = senders.computeIfAbsent(id, one -> new ArrayList<>());
                for (int i = 0; i < executor.tasks().size() && some.size() < MOST_TASKS; i++) {
                    some.add(executor.tasks().get(i).object());
                }
            }
        }
        return senders;
    }

    private Set<String> receivers(String componentId, Collection<Object> tasks, LockedEmits in) {
        String place = in.findInAny(tasks).orElse(null);
        if (place == null) {
            return Set.of();
        }
        Set<String> receivers = graph.receiversOf(componentId);
        LOG.info(
                "topology '{}': component '{}' emits while it holds a lock, at {}; {} run after"
                        + " that emit, from their mailboxes, and not within it",
                plan.name(),
                componentId,
                place,
                receivers);
        uncalled.addAll(receivers);
        return receivers;
    }
}
