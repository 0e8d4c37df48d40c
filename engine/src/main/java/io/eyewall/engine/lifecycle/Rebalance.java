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
 * Changes the executors of components, or their cores, while the topology runs: new executors take
 * over the tasks of the old ones, with the tuples that wait and the messages that are pending.
 * Tasks are neither closed nor opened, no tuple is lost or overtakes another.
 *
 * <p>All cores stand still for it: everything on its way between them is taken in first, so that
 * what is left is in mailboxes only. User code of the executors in question must have come to rest;
 * until it has, they are paused and the rest of the topology goes on. Used once, by one thread.
 */
final class Rebalance {
    private final TopologyPlan next;
    private final List<Executor> affected;
    private final TopologyAssembly assembly;
    private final List<Core> cores;
    private final CoreChooser chooser;
    private final Lock tasksMove;
    private final List<Executor> made = new ArrayList<>();

    /**
     * @param next the plan with the new executors
     * @param affected those that are replaced: all executors of components whose executors change,
     *     or any that are to have other cores
     * @param chooser places the new ones
     * @param tasksMove excludes foreign threads
     */
    Rebalance(
            TopologyPlan next,
            List<Executor> affected,
            TopologyAssembly assembly,
            List<Core> cores,
            CoreChooser chooser,
            Lock tasksMove) {
        this.next = next;
        this.affected = affected;
        this.assembly = assembly;
        this.cores = cores;
        this.chooser = chooser;
        this.tasksMove = tasksMove;
    }

    /** What is told, while all cores stand still, of the executors in the place of the old ones. */
    interface Adoption {
        /**
         * Whether tasks may be moved still.
         *
         * @return false if the topology is ending
         */
        boolean mayMove();

        /** Whether tasks are just being opened, so that they can't be moved before that is done. */
        boolean mustWait();

        /**
         * Has the tasks moved.
         *
         * @param move does it; gives the new executors, which have them and are about to run
         */
        void adopt(Supplier<List<Executor>> move);
    }

    /**
     * Hands the tasks over to executors of the new layout. Where it doesn't, the old ones go on.
     *
     * @return whether it was done, or the topology is ending; false if user code did not come to
     *     rest in time
     * @throws IllegalStateException if tasks that share executor data or what they left in their
     *     thread would be separated; nothing has changed then
     */
    boolean run(Safepoint safepoint, Adoption adoption, Duration limit)
            throws InterruptedException {
        boolean done = false;
        try {
            done = tryUntilDone(safepoint, adoption, limit);
        } finally {
            if (!done) {
                affected.forEach(executor -> executor.proxy().goOn());
            }
        }
        return done;
    }

    private boolean tryUntilDone(Safepoint safepoint, Adoption adoption, Duration limit)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        boolean[] done = new boolean[1];
        while (true) {
            long leftNs = deadlineNs - System.nanoTime();
            boolean stopped =
                    leftNs > 0
                            && safepoint.run(
                                    () -> done[0] = attempt(adoption), Duration.ofNanos(leftNs));
            if (done[0]) {
                return true;
            }
            if (!stopped) {
                return false;
            }
            safepoint.goOn();
        }
    }

    private boolean attempt(Adoption adoption) {
        tasksMove.lock();
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
            checkSharedData();
            Safepoint.settle(cores); // what came from threads that have just come to rest
            adoption.adopt(this::move);
            return true;
        } finally {
            tasksMove.unlock();
        }
    }

    /** Objects that tasks share were never meant for the threads of several executors. */
    private void checkSharedData() {
        IdentityHashMap<Map<String, Object>, ExecutorPlan> owners = new IdentityHashMap<>();
        for (Executor executor : affected) {
            ExecutorPlan first = null;
            for (Task task : executor.tasks()) {
                Map<String, Object> shared = task.context().sharedData();
                ExecutorPlan plan = next.executorOf(task.taskId());
                ExecutorPlan owner = shared.isEmpty() ? plan : owners.putIfAbsent(shared, plan);
                if (owner != null && !owner.equals(plan)) {
                    throw inseparable(
                            owner,
                            task,
                            "share executor data " + shared.keySet(),
                            "do without setExecutorData");
                }
                first = first == null ? plan : first;
                if (executor.holdsThreadState() && !first.equals(plan)) {
                    throw inseparable(
                            first,
                            task,
                            "share a thread in which they have left values",
                            "set eyewall.executor.dedicated: false for the component if any thread"
                                    + " will do");
                }
            }
        }
    }

    private IllegalStateException inseparable(
            ExecutorPlan owner, Task task, String why, String orElse) {
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
                        + why
                        + "; kill the topology and submit it with that number of executors, or "
                        + orElse);
    }

    private List<Executor> move() {
        Map<Integer, Executor> before = new HashMap<>();
        Map<Integer, Task> tasks = new HashMap<>();
        List<EngineTuple> waiting = new ArrayList<>();
        for (Executor executor : affected) {
            for (Task task : executor.tasks()) {
                before.put(task.taskId(), executor);
                tasks.put(task.taskId(), task);
            }
            waiting.addAll(executor.giveUp());
        }
        Safepoint.settle(cores); // nobody is held back for them any more
        cores.forEach(core -> core.disown(affected));
        Map<String, List<ExecutorPlan>> plans = new HashMap<>();
        for (ExecutorPlan plan : next.executors()) {
            if (before.containsKey(plan.firstTask())) {
                plans.computeIfAbsent(plan.componentId(), id -> new ArrayList<>()).add(plan);
            }
        }
        plans.forEach(
                (id, list) ->
                        made.addAll(assembly.replacements(next.component(id), list, chooser)));
        Map<Integer, Executor> after = new HashMap<>();
        for (Executor executor : made) {
            ExecutorPlan plan = executor.plan();
            for (int id = plan.firstTask(); id <= plan.lastTask(); id++) {
                executor.takeOver(
                        Objects.requireNonNull(tasks.get(id)),
                        Objects.requireNonNull(before.get(id)));
                after.put(id, executor);
            }
        }
        affected.forEach(Executor::end);
        for (EngineTuple tuple : waiting) {
            Objects.requireNonNull(after.get(tuple.destination().taskId())).enqueue(tuple);
        }
        Safepoint.settle(
                cores); // those who have become full have said so, and are counted by begin
        Executor.begin(made, assembly.groups());
        return made;
    }
}
