package io.eyewall.engine.lifecycle;

import io.eyewall.engine.core.ThreadProbe;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.ExecutorSettings;
import io.eyewall.engine.executor.Task;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A topology's plan, its tasks, and the executors that run them now. Any thread may read. Executors
 * are replaced by a thread that holds {@link #exclusiveTaskMoveLock} while all cores stand still.
 */
final class ExecutorRegistry {
    private final ReentrantReadWriteLock taskMoves = new ReentrantReadWriteLock();
    private volatile TopologyPlan plan;
    private volatile List<Executor> executors = List.of();
    private volatile Map<Integer, Task> tasks = Map.of();
    private volatile Runnable afterPrepared = () -> {};
    private volatile boolean aboutToMove;

    /**
     * @param plan plan of a topology that has not been assembled yet
     */
    ExecutorRegistry(TopologyPlan plan) {
        this.plan = plan;
    }

    /** Publishes the tasks and executors of the assembled topology. */
    void publish(TopologyAssembly assembly) {
        tasks = Map.copyOf(assembly.tasks());
        executors = List.copyOf(assembly.executors());
        afterPrepared = () -> assembly.examineOpenTasks(executors);
    }

    /**
     * Called when all tasks have been opened or prepared. Tasks cannot move before all executors
     * are open, so the executors are those that were assembled.
     */
    void onAllPrepared() {
        Runnable then = afterPrepared;
        afterPrepared = () -> {};
        then.run();
    }

    /** Drops tasks and executors when the topology has ended. */
    void clear() {
        executors = List.of();
        tasks = Map.of();
        afterPrepared = () -> {};
    }

    TopologyPlan plan() {
        return plan;
    }

    /** Replaces the plan, if the executors stay the same. */
    void setPlan(TopologyPlan next) {
        plan = next;
    }

    /** Returns whether tasks are about to move, as soon as their user code has returned. */
    boolean isAboutToMove() {
        return aboutToMove;
    }

    /** Records whether tasks are about to move. There is at most one such change at a time. */
    void setAboutToMove(boolean aboutToMove) {
        this.aboutToMove = aboutToMove;
    }

    /** Returns whether user code of an executor waits for a lock that the calling thread holds. */
    boolean isCallerAwaited(boolean underSemaphore) {
        List<Thread> threads = new ArrayList<>();
        executors.forEach(executor -> executor.addThreadsInUserCode(threads));
        return ThreadProbe.isAnyWaitingFor(Thread.currentThread(), threads, underSemaphore);
    }

    /** Returns the executors in the order of their first task. */
    List<Executor> executors() {
        return executors;
    }

    /** Returns a task; null if there is no such task, or it is an acker. */
    @Nullable Task task(int taskId) {
        return tasks.get(taskId);
    }

    /** Replaces executors and the plan. Called while all cores stand still. */
    void replace(TopologyPlan next, List<Executor> old, List<Executor> created) {
        List<Executor> all = new ArrayList<>(executors);
        all.removeAll(new HashSet<>(old));
        all.addAll(created);
        all.sort(Comparator.comparingInt(executor -> executor.plan().firstTask()));
        plan = next;
        executors = List.copyOf(all);
    }

    /** Returns the components that need new executors under another plan. */
    Set<String> changedComponents(TopologyPlan next) {
        Set<String> changed = new HashSet<>();
        Set<ExecutorPlan> unchangedPlans = new HashSet<>(next.executors());
        Map<String, ExecutorSettings> settings = new HashMap<>();
        for (Executor executor : executors) {
            ComponentPlan component = next.component(executor.component().componentId());
            if (!component.isUserDefined() || changed.contains(component.componentId())) {
                continue;
            }
            if (!unchangedPlans.contains(executor.plan())
                    || !executor.settings()
                            .equals(
                                    settings.computeIfAbsent(
                                            component.componentId(),
                                            id -> ExecutorSettings.parse(next, component)))) {
                changed.add(component.componentId());
            }
        }
        return changed;
    }

    /** Applies a command to every executor, none of which is replaced meanwhile. */
    void forEachExecutor(Consumer<Executor> command) {
        taskMoveLock().lock();
        try {
            executors.forEach(command);
        } finally {
            taskMoveLock().unlock();
        }
    }

    /**
     * Returns the lock to hold briefly while handing something to an executor from outside a core.
     */
    Lock taskMoveLock() {
        return taskMoves.readLock();
    }

    /** Returns the lock to hold while executors are replaced. */
    Lock exclusiveTaskMoveLock() {
        return taskMoves.writeLock();
    }

    /** Returns whether no tuple is in transit or queued. */
    boolean isQuiet() {
        // Sums up executed tuples first and sent tuples last, so that tuples which are sent or
        // executed during this check cannot make the sums equal.
        List<Executor> now = executors;
        long executed = now.stream().mapToLong(e -> e.taskGroup().executedTuples()).sum();
        return now.stream().allMatch(Executor::isQuiet)
                && executed == now.stream().mapToLong(e -> e.taskGroup().sentTuples()).sum();
    }
}
