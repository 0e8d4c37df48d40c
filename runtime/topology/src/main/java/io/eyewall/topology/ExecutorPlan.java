package io.eyewall.topology;

/**
 * One executor: runs the tasks {@code firstTask..lastTask} of one component, one after the other.
 *
 * @param componentId the component whose tasks these are
 * @param firstTask smallest task id, from 1 (or -1 for the system component)
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

    /** Returns the number of tasks, at least 1. */
    public int taskCount() {
        return lastTask - firstTask + 1;
    }

    /** Returns Storm's notation: {@code component:[first last]}. */
    @Override
    public String toString() {
        return componentId + ":[" + firstTask + " " + lastTask + "]";
    }
}
