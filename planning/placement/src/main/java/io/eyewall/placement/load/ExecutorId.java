package io.eyewall.placement.load;

import java.util.Comparator;

/**
 * The id of a running topology's executor, given by its tasks. Ordered by topology, then by first
 * task as in Storm.
 *
 * @param topology the topology's id
 * @param component the component's id
 * @param firstTask its smallest task id
 * @param lastTask its greatest task id
 */
public record ExecutorId(String topology, String component, int firstTask, int lastTask)
        implements Comparable<ExecutorId> {
    private static final Comparator<ExecutorId> ORDER =
            Comparator.comparing(ExecutorId::topology)
                    .thenComparingInt(ExecutorId::firstTask)
                    .thenComparingInt(ExecutorId::lastTask)
                    .thenComparing(ExecutorId::component);

    public ExecutorId {
        if (lastTask < firstTask) {
            throw new IllegalArgumentException(
                    "executor of "
                            + topology
                            + "/"
                            + component
                            + ": last task "
                            + lastTask
                            + " is before first task "
                            + firstTask);
        }
    }

    /** Returns the id of the component whose tasks the executor runs. */
    public ComponentId componentId() {
        return new ComponentId(topology, component);
    }

    /** Returns the number of its tasks, at least 1. */
    public int taskCount() {
        return lastTask - firstTask + 1;
    }

    /** Orders by topology, then by first task as in Storm. */
    @Override
    public int compareTo(ExecutorId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return topology + "/" + component + ":[" + firstTask + " " + lastTask + "]";
    }
}
