package io.eyewall.engine.lifecycle;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Safepoint;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

/**
 * Replaces executors, or moves them to other cores, while the topology runs. New executors take
 * over the tasks of the old ones, with queued tuples and pending messages. Tasks are neither closed
 * nor opened; no tuple is lost, and none overtakes another.
 *
 * <p>All cores stand still during the change. First they receive everything that is in transit
 * between them, so that all waiting tuples are in mailboxes. User code of the affected executors
 * must be between two calls; until it is, these executors are paused and the rest of the topology
 * continues. An instance is used once, by one thread.
 */
final class Rebalance {
    private final TopologyPlan next;
    private final List<Executor> affected;
    private final TopologyAssembly assembly;
    private final List<Core> cores;
    private final CoreChooser chooser;
    private final Lock exclusiveTaskMoveLock;
    private final List<Executor> created = new ArrayList<>();

    /**
     * @param next the plan with the new executors
     * @param affected the executors to replace: all executors of components whose executors change,
     *     or any executors that are to move to other cores
     * @param chooser assigns the new executors to cores
     * @param exclusiveTaskMoveLock keeps other threads from handing anything to the executors
     */
    Rebalance(
            TopologyPlan next,
            List<Executor> affected,
            TopologyAssembly assembly,
            List<Core> cores,
            CoreChooser chooser,
            Lock exclusiveTaskMoveLock) {
        this.next = next;
        this.affected = affected;
        this.assembly = assembly;
        this.cores = cores;
        this.chooser = chooser;
        this.exclusiveTaskMoveLock = exclusiveTaskMoveLock;
    }

    /**
     * Checks and effects that the caller of a rebalance supplies. Called while all cores stand
     * still.
     */
    interface Adoption {
        /**
         * Returns whether tasks may still be moved.
         *
         * @return false if the topology is ending
         */
        boolean mayMove();

        /** Returns whether tasks are being opened; they cannot move before all are open. */
        boolean mustWait();

        /**
         * Moves the tasks, and publishes the new executors.
         *
         * @param move moves the tasks and returns the new executors, which own them and are about
         *     to run
         */
        void adopt(Supplier<List<Executor>> move);
    }

    /**
     * Moves the tasks to the executors of the new plan. If that fails the old executors continue.
     *
     * @return true if the tasks moved or the topology is ending; false if user code did not return
     *     in time
     * @throws InterruptedException if the caller is interrupted while it waits
     * @throws IllegalStateException if tasks would be separated that share executor data or thread
     *     state; nothing has changed then
     */
    boolean run(Safepoint safepoint, Adoption adoption, Duration limit)
            throws InterruptedException {
        boolean done = false;
        try {
            done = tryUntilDone(safepoint, adoption, limit);
        } finally {
            if (!done) {
                affected.forEach(executor -> executor.proxy().resume());
            }
        }
        return done;
    }

    private boolean tryUntilDone(Safepoint safepoint, Adoption adoption, Duration limit)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        boolean[] done = new boolean[1];
        while (true) {
            long remainingNs = deadlineNs - System.nanoTime();
            boolean stopped =
                    remainingNs > 0
                            && safepoint.run(
                                    () -> done[0] = attempt(adoption),
                                    Duration.ofNanos(remainingNs));
            if (done[0]) {
                return true;
            }
            if (!stopped) {
                return false;
            }
            safepoint.runBriefly();
        }
    }

    private boolean attempt(Adoption adoption) {
        exclusiveTaskMoveLock.lock();
        try {
            Safepoint.settle(cores);
            if (!adoption.mayMove()) {
                affected.forEach(executor -> executor.pause(false));
                return true;
            }
            boolean atRest = !adoption.mustWait();
            for (Executor executor : affected) {
                atRest &= executor.pause(true);
            }
            if (!atRest) {
                return false;
            }
            checkSharedState();
            Safepoint.settle(cores); // receives what threads sent before they came to rest
            adoption.adopt(this::moveTasks);
            return true;
        } finally {
            exclusiveTaskMoveLock.unlock();
        }
    }

    /** Refuses to separate tasks that share objects, which need not be thread-safe, or a thread. */
    private void checkSharedState() {
        IdentityHashMap<Map<String, Object>, ExecutorPlan> owners = new IdentityHashMap<>();
        for (Executor executor : affected) {
            ExecutorPlan firstPlan = null;
            for (Task task : executor.tasks()) {
                Map<String, Object> shared = task.context().sharedData();
                ExecutorPlan plan = next.executorOf(task.taskId());
                ExecutorPlan owner = shared.isEmpty() ? plan : owners.putIfAbsent(shared, plan);
                if (owner != null && !owner.equals(plan)) {
                    throw inseparableException(
                            owner,
                            task,
                            "share executor data " + shared.keySet(),
                            "do without setExecutorData");
                }
                firstPlan = firstPlan == null ? plan : firstPlan;
                if (executor.holdsThreadState() && !firstPlan.equals(plan)) {
                    throw inseparableException(
                            firstPlan,
                            task,
                            "share a thread in which they have left values",
                            "set eyewall.executor.dedicated: false for the component if any thread"
                                    + " will do");
                }
            }
        }
    }

    private IllegalStateException inseparableException(
            ExecutorPlan owner, Task task, String reason, String remedy) {
        return new IllegalStateException(
                "topology '"
                        + next.name()
                        + "', component '"
                        + owner.componentId()
                        + "': tasks "
                        + owner.lastTask()
                        + " and "
                        + task.taskId()
                        + " would run in different executors, but "
                        + reason
                        + "; kill the topology and submit it with that number of executors, or "
                        + remedy);
    }

    private List<Executor> moveTasks() {
        Map<Integer, Executor> oldExecutors = new HashMap<>();
        Map<Integer, Task> tasks = new HashMap<>();
        List<EngineTuple> queued = new ArrayList<>();
        for (Executor executor : affected) {
            for (Task task : executor.tasks()) {
                oldExecutors.put(task.taskId(), executor);
                tasks.put(task.taskId(), task);
            }
            queued.addAll(executor.giveUpTasks());
        }
        Safepoint.settle(cores); // full old executors no longer stop their senders
        cores.forEach(core -> core.removeTasklets(affected));
        Map<String, List<ExecutorPlan>> plans = new HashMap<>();
        for (ExecutorPlan plan : next.executors()) {
            if (oldExecutors.containsKey(plan.firstTask())) {
                plans.computeIfAbsent(plan.componentId(), id -> new ArrayList<>()).add(plan);
            }
        }
        plans.forEach(
                (id, list) ->
                        created.addAll(
                                assembly.createReplacements(next.component(id), list, chooser)));
        Map<Integer, Executor> newExecutors = new HashMap<>();
        for (Executor executor : created) {
            ExecutorPlan plan = executor.plan();
            for (int id = plan.firstTask(); id <= plan.lastTask(); id++) {
                executor.takeOver(
                        Objects.requireNonNull(tasks.get(id)),
                        Objects.requireNonNull(oldExecutors.get(id)));
                newExecutors.put(id, executor);
            }
        }
        affected.forEach(Executor::endAfterTakeOver);
        for (EngineTuple tuple : queued) {
            Objects.requireNonNull(newExecutors.get(tuple.destination().taskId())).enqueue(tuple);
        }
        // New executors that are full have stopped their senders; startWithTakenOverTasks counts
        // these stops.
        Safepoint.settle(cores);
        Executor.startWithTakenOverTasks(created, assembly.groups());
        return created;
    }
}
