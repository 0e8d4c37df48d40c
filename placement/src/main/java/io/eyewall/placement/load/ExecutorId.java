package io.eyewall.placement.load;

import java.util.Comparator;

/**
 * An executor of a running topology, named by its tasks.
 *
 * @param topology the topology's id
 * @param component the component's id
 * @param firstTask its least task id
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

    /** The component that it runs. */
    public ComponentId componentId() {
        return new ComponentId(topology, component);
    }

    /** How many tasks it runs, at least 1. */
    public int taskCount() {
        return lastTask - firstTask + 1;
    }

    /** By topology, then in Storm's order of executors: by first task. */
    @Override
    public int compareTo(ExecutorId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return topology + "/" + component + ":[" + firstTask + " " + lastTask + "]";
    }
}
