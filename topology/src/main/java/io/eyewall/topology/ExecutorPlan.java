package io.eyewall.topology;

/**
 * One executor: the tasks {@code firstTask..lastTask} of one component, run in sequence.
 *
 * @param componentId the component whose tasks these are
 * @param firstTask least task id, from 1 (or -1 for the system component)
 * @param lastTask greatest task id, at least {@code firstTask}
 */
public record ExecutorPlan(String componentId, int firstTask, int lastTask) {
    public ExecutorPlan {
        if (lastTask < firstTask) {
            throw new IllegalArgumentException(
                    "executor of '"
                            + componentId
                            + "': last task "
                            + lastTask
                            + " is before first task "
                            + firstTask);
        }
    }

    /** How many tasks it runs, at least 1. */
    public int taskCount() {
        return lastTask - firstTask + 1;
    }

    /** As Storm writes it: {@code component:[first last]}. */
    @Override
    public String toString() {
        return componentId + ":[" + firstTask + " " + lastTask + "]";
    }
}
