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
 * A topology's plan, its tasks, and the executors that run them now. Any thread reads; executors
 * are replaced by whoever holds {@link #tasksMove}, while all cores stand still.
 */
final class ExecutorRegistry {
    private final ReentrantReadWriteLock taskMoves = new ReentrantReadWriteLock();
    private volatile TopologyPlan plan;
    private volatile List<Executor> executors = List.of();
    private volatile Map<Integer, Task> tasks = Map.of();
    private volatile Runnable whenPrepared = () -> {};
    private volatile boolean aboutToMove;

    /**
     * @param plan of a topology that has not been assembled yet
     */
    ExecutorRegistry(TopologyPlan plan) {
        this.plan = plan;
    }

    /** The topology has been assembled. */
    void assembled(TopologyAssembly assembly) {
        tasks = Map.copyOf(assembly.tasks());
        executors = List.copyOf(assembly.executors());
        whenPrepared = () -> assembly.opened(executors);
    }

    /** All tasks have been opened or prepared, and none can move before all executors are open. */
    void prepared() {
        Runnable then = whenPrepared;
        whenPrepared = () -> {};
        then.run();
    }

    /** The topology is over: nobody runs its tasks any more. */
    void clear() {
        executors = List.of();
        tasks = Map.of();
        whenPrepared = () -> {};
    }

    TopologyPlan plan() {
        return plan;
    }

    /** The topology has another plan, with the same executors. */
    void setPlan(TopologyPlan next) {
        plan = next;
    }

    /** Whether tasks are about to move, as soon as their user code has returned. */
    boolean isAboutToMove() {
        return aboutToMove;
    }

    /** One change at a time begins, or is over. */
    void setAboutToMove(boolean now) {
        aboutToMove = now;
    }

    /** Whether user code of an executor waits for a lock that the calling thread holds. */
    boolean isCallerAwaited() {
        List<Thread> threads = new ArrayList<>();
        executors.forEach(executor -> executor.addThreadsInUserCode(threads));
        return ThreadProbe.isAnyWaitingFor(Thread.currentThread(), threads);
    }

    /** In the order of their first task. */
    List<Executor> executors() {
        return executors;
    }

    /** The task of that id; null if there is none, or it is an acker. */
    @Nullable Task task(int taskId) {
        return tasks.get(taskId);
    }

    /** Executors have others in their place. */
    void replace(TopologyPlan next, List<Executor> old, List<Executor> made) {
        List<Executor> all = new ArrayList<>(executors);
        all.removeAll(new HashSet<>(old));
        all.addAll(made);
        all.sort(Comparator.comparingInt(executor -> executor.plan().firstTask()));
        plan = next;
        executors = List.copyOf(all);
    }

    /** Components that need new executors to follow another plan. */
    Set<String> changed(TopologyPlan next) {
        Set<String> changed = new HashSet<>();
        Set<ExecutorPlan> stay = new HashSet<>(next.executors());
        Map<String, ExecutorSettings> settings = new HashMap<>();
        for (Executor executor : executors) {
            ComponentPlan component = next.component(executor.component().componentId());
            if (!component.isUser() || changed.contains(component.componentId())) {
                continue;
            }
            if (!stay.contains(executor.plan())
                    || !executor.settings()
                            .equals(
                                    settings.computeIfAbsent(
                                            component.componentId(),
                                            id -> ExecutorSettings.of(next, component)))) {
                changed.add(component.componentId());
            }
        }
        return changed;
    }

    /** Hands something to every executor, none of which is replaced at that moment. */
    void toAll(Consumer<Executor> command) {
        whileTasksStay().lock();
        try {
            executors.forEach(command);
        } finally {
            whileTasksStay().unlock();
        }
    }

    /** Held for a moment by those who hand something to an executor from outside of the cores. */
    Lock whileTasksStay() {
        return taskMoves.readLock();
    }

    /** Held while executors are replaced. */
    Lock tasksMove() {
        return taskMoves.writeLock();
    }

    /** Whether no tuple is under way or waits. */
    boolean isQuiet() {
        // In this order: what is sent or executed while we look can't make both sums equal.
        List<Executor> now = executors;
        long executed = now.stream().mapToLong(e -> e.taskGroup().executedTuples()).sum();
        return now.stream().allMatch(Executor::isQuiet)
                && executed == now.stream().mapToLong(e -> e.taskGroup().sentTuples()).sum();
    }
}
