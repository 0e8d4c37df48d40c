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
 * component does after the emit that led to them. Such components receive their tuples through
 * mailboxes. Also finds components whose code stores something in the thread that runs it; they get
 * dedicated threads. The code is examined twice: when the topology has been assembled, and when all
 * tasks have been opened and prepared, since bolts and spouts may hold more code by then. Used by
 * one thread at a time, except for {@link #isQueuedOnly}.
 */
final class WaitsForCallers {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsForCallers.class);

    /**
     * Tasks examined per component; further tasks most probably hold objects of the same classes.
     */
    private static final int MAX_TASKS_PER_COMPONENT = 16;

    private final TopologyPlan plan;
    private final BackPressureGraph graph;

    /** Caches the code that was read, from the first examination to the second; then null. */
    private @Nullable DirectCallHazards hazards;

    /** Components whose tuples always wait in mailboxes. */
    private final Set<String> queuedOnly = ConcurrentHashMap.newKeySet();

    /** Components that may emit while they hold a permit of a semaphore. */
    private final Set<String> emittingUnderSemaphore = new HashSet<>();

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
    Set<String> emittingUnderSemaphore() {
        return emittingUnderSemaphore;
    }

    /**
     * Examines the code for the first time.
     *
     * @return the components that must not be called directly from now on
     */
    Set<String> examine(List<Executor> executors) {
        return hazards == null ? Set.of() : new Examination(executors, hazards).findQueuedOnly();
    }

    /** Examines the code for the second time. */
    Findings examineAgain(List<Executor> executors) {
        if (hazards == null) {
            return new Findings(Set.of(), Set.of());
        }
        Examination last = new Examination(executors, hazards.withFreshObjects());
        hazards = null;
        return new Findings(last.findQueuedOnly(), last.findThreadState());
    }

    /**
     * Components that an examination has found.
     *
     * @param queuedOnly components that must not be called directly from now on
     * @param storing components that store something in their threads
     */
    record Findings(Set<String> queuedOnly, Set<String> storing) {}

    /** One examination of all components. */
    private final class Examination {
        private final DirectCallHazards hazardFinder;

        /** A sample of the spouts or bolts of each user component. */
        private final Map<String, List<Object>> sampledObjects = new LinkedHashMap<>();

        private final Set<String> foundQueuedOnly = new LinkedHashSet<>();

        Examination(List<Executor> executors, DirectCallHazards hazardFinder) {
            this.hazardFinder = hazardFinder;
            for (Executor executor : executors) {
                if (executor.component().isUserDefined()) {
                    List<Object> sample =
                            sampledObjects.computeIfAbsent(
                                    executor.component().componentId(), id -> new ArrayList<>());
                    for (int i = 0;
                            i < executor.tasks().size() && sample.size() < MAX_TASKS_PER_COMPONENT;
                            i++) {
                        sample.add(executor.tasks().get(i).object());
                    }
                }
            }
        }

        Set<String> findQueuedOnly() {
            try {
                sampledObjects.forEach(this::examineSender);
            } catch (LinkageError | RuntimeException e) {
                LOG.warn(
                        "topology '{}': cannot examine its code for components that wait for one"
                                + " another; such waits are detected only when they block",
                        plan.name(),
                        e);
            }
            return foundQueuedOnly;
        }

        /** Returns the components whose code stores something in the thread that runs it. */
        Set<String> findThreadState() {
            Set<String> storing = new LinkedHashSet<>();
            try {
                sampledObjects.forEach(
                        (id, objects) ->
                                hazardFinder
                                        .threadState(objects)
                                        .ifPresent(
                                                codeLocation ->
                                                        addStoring(id, codeLocation, storing)));
            } catch (LinkageError | RuntimeException e) {
                LOG.warn(
                        "topology '{}': cannot examine its code for state that it stores in"
                                + " threads; only the state that first calls leave is found",
                        plan.name(),
                        e);
            }
            return storing;
        }

        private void addStoring(String id, String codeLocation, Set<String> storing) {
            LOG.info(
                    "topology '{}': component '{}' stores something in its thread, at {}; its"
                            + " executors get dedicated threads, unless eyewall.executor.dedicated"
                            + " is false",
                    plan.name(),
                    id,
                    codeLocation);
            storing.add(id);
        }

        private void examineSender(String id, List<Object> objects) {
            Set<String> receivers = graph.receiversOf(id);
            if (queuedOnly.containsAll(receivers)) {
                return;
            }
            Hazards senderHazards = hazardFinder.examine(objects);
            String lockedEmit = senderHazards.lockedEmit().orElse(null);
            if (lockedEmit != null) {
                LOG.info(
                        "topology '{}': component '{}' emits while it holds a lock, at {}; {} run"
                                + " after that emit, from their mailboxes, and not within it",
                        plan.name(),
                        id,
                        lockedEmit,
                        receivers);
                receivers.forEach(this::useMailboxOnly);
                if (senderHazards.emitsUnderSemaphore()) {
                    emittingUnderSemaphore.add(id);
                }
            } else if (senderHazards.concernsReceivers()) {
                examineDownstream(id, senderHazards);
            }
        }

        /** Examines the components that may be on the stack of a sender's emit, at any depth. */
        private void examineDownstream(String sender, Hazards senderHazards) {
            Set<String> visited = new HashSet<>();
            Queue<String> toVisit = new ArrayDeque<>(graph.receiversOf(sender));
            for (String id = toVisit.poll(); id != null; id = toVisit.poll()) {
                List<Object> objects = sampledObjects.get(id);
                if (objects == null || queuedOnly.contains(id) || !visited.add(id)) {
                    continue;
                }
                if (mustNotRunWithin(sender, senderHazards, id, hazardFinder.examine(objects))) {
                    useMailboxOnly(id);
                } else {
                    toVisit.addAll(graph.receiversOf(id));
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
                        "topology '{}': components '{}' and '{}' use the same thread-local value,"
                                + " at {}; '{}' runs after the other's emit, from its mailbox, and"
                                + " not within it",
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
            foundQueuedOnly.add(componentId);
        }
    }
}
