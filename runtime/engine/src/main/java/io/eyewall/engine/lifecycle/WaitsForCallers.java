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
 * Finds components that might wait for their callers if they were called directly: receivers of a
 * component that emits while it holds a lock, and components that wait for something that another
 * component does after the emit that led to them. They receive their tuples through mailboxes. Also
 * finds components whose code stores something in the thread that runs it; they get dedicated
 * threads. The code is examined twice: when the topology has been assembled, and when all tasks
 * have been opened and prepared, since bolts and spouts may have been given more code by then. Used
 * by one thread at a time, except for {@link #isQueuedOnly}.
 */
final class WaitsForCallers {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsForCallers.class);

    /**
     * Tasks examined per component; further tasks most probably hold objects of the same classes.
     */
    private static final int MAX_TASKS = 16;

    private final TopologyPlan plan;
    private final BackPressureGraph graph;

    /** Caches the code that was read, from the first examination to the second; then null. */
    private @Nullable DirectCallHazards hazards;

    /** Components whose tuples always wait in mailboxes. */
    private final Set<String> queuedOnly = ConcurrentHashMap.newKeySet();

    /** Components that may emit while they hold a permit of a semaphore. */
    private final Set<String> underSemaphore = new HashSet<>();

    /**
     * @param loader class loader of the topology
     * @param queuedOnly components that are never called directly for other reasons
     */
    WaitsForCallers(
            TopologyPlan plan,
            BackPressureGraph graph,
            ClassLoader loader,
            Set<String> queuedOnly) {
        this.plan = plan;
        this.graph = graph;
        this.hazards = new DirectCallHazards(loader);
        this.queuedOnly.addAll(queuedOnly);
    }

    /** Returns whether the tuples of a component always wait in its executors' mailboxes. */
    boolean isQueuedOnly(String componentId) {
        return queuedOnly.contains(componentId);
    }

    /**
     * Returns the components that may emit while they hold a permit of a semaphore, as far as the
     * last examination has found.
     */
    Set<String> underSemaphore() {
        return underSemaphore;
    }

    /**
     * Examines the code for the first time.
     *
     * @return the components that must not be called directly from now on
     */
    Set<String> examine(List<Executor> executors) {
        return hazards == null ? Set.of() : new Examination(executors, hazards).find();
    }

    /** Examines the code for the second time. */
    Found examineAgain(List<Executor> executors) {
        if (hazards == null) {
            return new Found(Set.of(), Set.of());
        }
        Examination last = new Examination(executors, hazards.withFreshObjects());
        hazards = null;
        return new Found(last.find(), last.findThreadState());
    }

    /**
     * Components that an examination has found.
     *
     * @param queuedOnly components that must not be called directly from now on
     * @param storing components that store something in their threads
     */
    record Found(Set<String> queuedOnly, Set<String> storing) {}

    /** One examination of all components. */
    private final class Examination {
        private final DirectCallHazards examiner;

        /** A sample of the spouts or bolts of each user component. */
        private final Map<String, List<Object>> tasks = new LinkedHashMap<>();

        private final Set<String> found = new LinkedHashSet<>();

        Examination(List<Executor> executors, DirectCallHazards examiner) {
            this.examiner = examiner;
            for (Executor executor : executors) {
                if (executor.component().isUser()) {
                    List<Object> sample =
                            tasks.computeIfAbsent(
                                    executor.component().componentId(), id -> new ArrayList<>());
                    for (int i = 0; i < executor.tasks().size() && sample.size() < MAX_TASKS; i++) {
                        sample.add(executor.tasks().get(i).object());
                    }
                }
            }
        }

        Set<String> find() {
            try {
                tasks.forEach(this::examineSender);
            } catch (LinkageError | RuntimeException e) {
                LOG.warn(
                        "topology '{}': cannot examine its code for components that wait for one"
                                + " another; such waits are detected only when they block",
                        plan.name(),
                        e);
            }
            return found;
        }

        /** Returns the components whose code stores something in the thread that runs it. */
        Set<String> findThreadState() {
            Set<String> storing = new LinkedHashSet<>();
            try {
                tasks.forEach(
                        (id, objects) ->
                                examiner.threadState(objects)
                                        .ifPresent(place -> addStoring(id, place, storing)));
            } catch (LinkageError | RuntimeException e) {
                LOG.warn(
                        "topology '{}': cannot examine its code for state that it stores in"
                                + " threads; only the state that first calls leave is found",
                        plan.name(),
                        e);
            }
            return storing;
        }

        private void addStoring(String id, String place, Set<String> storing) {
            LOG.info(
                    "topology '{}': component '{}' stores something in its thread, at {}; its"
                            + " executors get dedicated threads, unless eyewall.executor.dedicated"
                            + " is false",
                    plan.name(),
                    id,
                    place);
            storing.add(id);
        }

        private void examineSender(String id, List<Object> objects) {
            Set<String> receivers = graph.receiversOf(id);
            if (queuedOnly.containsAll(receivers)) {
                return;
            }
            Hazards own = examiner.examine(objects);
            String lockedEmit = own.lockedEmit().orElse(null);
            if (lockedEmit != null) {
                LOG.info(
                        "topology '{}': component '{}' emits while it holds a lock, at {}; {} run"
                                + " after that emit, from their mailboxes, and not within it",
                        plan.name(),
                        id,
                        lockedEmit,
                        receivers);
                receivers.forEach(this::useMailboxOnly);
                if (own.emitsUnderSemaphore()) {
                    underSemaphore.add(id);
                }
            } else if (own.concernsReceivers()) {
                examineDownstream(id, own);
            }
        }

        /** Examines the components that may be on the stack of a sender's emit, at any depth. */
        private void examineDownstream(String sender, Hazards senderHazards) {
            Set<String> visited = new HashSet<>();
            Queue<String> waiting = new ArrayDeque<>(graph.receiversOf(sender));
            for (String id = waiting.poll(); id != null; id = waiting.poll()) {
                List<Object> objects = tasks.get(id);
                if (objects == null || queuedOnly.contains(id) || !visited.add(id)) {
                    continue;
                }
                if (mustNotRunWithin(sender, senderHazards, id, examiner.examine(objects))) {
                    useMailboxOnly(id);
                } else {
                    waiting.addAll(graph.receiversOf(id));
                }
            }
        }

        /** Returns whether a receiver must run after a sender's emit, and logs why. */
        private boolean mustNotRunWithin(
                String sender, Hazards senderHazards, String id, Hazards receiver) {
            String wait = receiver.waitFor(senderHazards).orElse(null);
            if (wait != null) {
                LOG.info(
                        "topology '{}': component '{}' may wait at {} for what component '{}' does"
                                + " after an emit; it runs after that emit, from its mailbox, and"
                                + " not within it",
                        plan.name(),
                        id,
                        wait,
                        sender);
                return true;
            }
            String shared = receiver.sharedValue(senderHazards).orElse(null);
            if (shared != null) {
                LOG.info(
                        "topology '{}': components '{}' and '{}' use the same thread-local value, at"
                                + " {}; '{}' runs after the other's emit, from its mailbox, and not"
                                + " within it",
                        plan.name(),
                        id,
                        sender,
                        shared,
                        id);
            }
            return shared != null;
        }

        private void useMailboxOnly(String componentId) {
            queuedOnly.add(componentId);
            found.add(componentId);
        }
    }
}
