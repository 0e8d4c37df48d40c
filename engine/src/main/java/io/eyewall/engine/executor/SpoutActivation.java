package io.eyewall.engine.executor;

import java.util.HashSet;
import java.util.Set;
import org.apache.storm.spout.ISpout;

/**
 * Whether the spouts of an executor may emit, and what they have been told of it: each is told of a
 * change once. For the executor's core, but for {@link #tell}.
 */
final class SpoutActivation {
    private final SpoutExecutor executor;

    /** Whether the topology lets spouts emit; and what the spouts have been told last. */
    private boolean active;

    private boolean toldActive;

    /** Whether tasks were taken over that had been told different things: all are told anew. */
    private boolean toldDifferently;

    /** Tasks that were told last that they may emit; for the thread that runs their code. */
    private final Set<Task> toldActiveTasks = new HashSet<>();

    SpoutActivation(SpoutExecutor executor) {
        this.executor = executor;
    }

    /** The topology lets spouts emit, or does no more. */
    void set(boolean nowActive) {
        active = nowActive;
        toldActive = toldDifferently ? !active : toldActive;
    }

    /** Whether spouts may emit, told or not. hot path. */
    boolean isActive() {
        return active || owesSteps();
    }

    /** Whether a checkpoint has begun, which ends although its spout is inactive. Any thread. */
    boolean owesSteps() {
        for (Task task : executor.tasks()) {
            if (CheckpointSteps.areUnderWay(task.object())) {
                return true;
            }
        }
        return false;
    }

    /** Whether they may emit and know it. */
    boolean isToldActive() {
        return active && toldActive;
    }

    /** Whether there is something to tell. */
    boolean isNews() {
        return active != toldActive;
    }

    /** From now on it has been told; gives what. */
    boolean take() {
        toldActive = active;
        toldDifferently = false;
        return active;
    }

    /** Calls activate or deactivate of those that don't know it yet. User code. */
    void tell(boolean now) {
        for (Task task : executor.tasks()) {
            boolean news = now ? toldActiveTasks.add(task) : toldActiveTasks.remove(task);
            if (!news) {
                continue;
            }
            ISpout spout = ((SpoutTask) task).spout();
            if (now) {
                executor.userCode().guarded(task, "activate", spout::activate);
            } else {
                executor.userCode().guarded(task, "deactivate", spout::deactivate);
            }
        }
    }

    /**
     * Takes over what a task was told, as the last of the executor's. While all cores stand still.
     */
    void takeOver(Task task, SpoutActivation from) {
        active = from.active;
        if (from.toldActiveTasks.contains(task)) {
            toldActiveTasks.add(task);
        }
        boolean told = toldActiveTasks.contains(task);
        Task first = executor.tasks().get(0);
        toldDifferently |= first != task && told != toldActiveTasks.contains(first);
        toldActive = toldDifferently ? !active : told;
    }
}
