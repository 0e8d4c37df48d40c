package io.eyewall.engine.spout;

import io.eyewall.engine.executor.CheckpointSteps;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.memory.HotPath;
import java.util.HashSet;
import java.util.Set;
import org.apache.storm.spout.ISpout;

/**
 * Whether the spouts of an executor may emit, and whether each spout was last notified that it may,
 * so that each spout is notified of a change once. Owner thread of the executor's core only, except
 * {@link #notifySpouts}.
 */
final class SpoutActivation {
    private final SpoutExecutor executor;

    /** Whether the topology allows spouts to emit. */
    private boolean active;

    /** Whether the spouts were last notified that they may emit. */
    private boolean notifiedActive;

    /**
     * Whether tasks with different last notifications have been taken over; if so, all are notified
     * again.
     */
    private boolean notifiedDifferently;

    /** Tasks whose last notification was to activate. For the thread that runs their user code. */
    private final Set<Task> activatedTasks = new HashSet<>();

    SpoutActivation(SpoutExecutor executor) {
        this.executor = executor;
    }

    /** Records whether the topology allows spouts to emit. */
    void setActive(boolean nowActive) {
        active = nowActive;
        notifiedActive = notifiedDifferently ? !active : notifiedActive;
    }

    /** Returns whether spouts may emit, whether or not they have been notified. */
    @HotPath
    boolean isActive() {
        return active || hasOpenCheckpoint();
    }

    /**
     * Returns whether a checkpoint has begun, which is completed even if its spout is inactive. Any
     * thread.
     */
    boolean hasOpenCheckpoint() {
        for (Task task : executor.tasks()) {
            if (CheckpointSteps.isInProgress(task.object())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether spouts may emit and have been notified of it. */
    boolean isActiveAndNotified() {
        return active && notifiedActive;
    }

    /** Returns whether the spouts must be notified of a change. */
    boolean hasChange() {
        return active != notifiedActive;
    }

    /** Records that the spouts are being notified; returns whether they may emit. */
    boolean markNotified() {
        notifiedActive = active;
        notifiedDifferently = false;
        return active;
    }

    /**
     * Calls activate or deactivate of each spout that has not been notified yet. Runs as user code.
     */
    void notifySpouts(boolean nowActive) {
        for (Task task : executor.tasks()) {
            boolean changed = nowActive ? activatedTasks.add(task) : activatedTasks.remove(task);
            if (!changed) {
                continue;
            }
            ISpout spout = ((SpoutTask) task).spout();
            if (nowActive) {
                executor.userCode().guarded(task, "activate", spout::activate);
            } else {
                executor.userCode().guarded(task, "deactivate", spout::deactivate);
            }
        }
    }

    /**
     * Takes over the last notification of a task, which is the last of the executor's tasks. While
     * all cores stand still.
     */
    void takeOver(Task task, SpoutActivation from) {
        active = from.active;
        if (from.activatedTasks.contains(task)) {
            activatedTasks.add(task);
        }
        boolean notified = activatedTasks.contains(task);
        Task first = executor.tasks().get(0);
        notifiedDifferently |= first != task && notified != activatedTasks.contains(first);
        notifiedActive = notifiedDifferently ? !active : notified;
    }
}
