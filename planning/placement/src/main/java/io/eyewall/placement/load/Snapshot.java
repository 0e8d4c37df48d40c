package io.eyewall.placement.load;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Load and traffic of all executors in a time window. Executors and traffic are sorted, so that
 * equal measurements make equal snapshots, whatever their order. Immutable.
 *
 * @param executors one entry per executor
 * @param traffic at most one entry per sender and receiver
 */
public record Snapshot(List<ExecutorLoad> executors, List<Traffic> traffic) {
    public Snapshot {
        executors =
                executors.stream().sorted(Comparator.comparing(ExecutorLoad::executor)).toList();
        traffic =
                traffic.stream()
                        .sorted(Comparator.comparing(Traffic::from).thenComparing(Traffic::to))
                        .toList();
        Set<ExecutorId> known = new HashSet<>();
        for (ExecutorLoad load : executors) {
            if (!known.add(load.executor())) {
                throw new IllegalArgumentException(
                        "snapshot: two loads of executor " + load.executor());
            }
        }
        Traffic previous = null;
        for (Traffic flow : traffic) {
            for (ExecutorId end : List.of(flow.from(), flow.to())) {
                if (!known.contains(end)) {
                    throw new IllegalArgumentException(
                            "snapshot: traffic from "
                                    + flow.from()
                                    + " to "
                                    + flow.to()
                                    + ", but there is no load of "
                                    + end
                                    + "; give every executor a load, if only 0");
                }
            }
            if (previous != null
                    && previous.from().equals(flow.from())
                    && previous.to().equals(flow.to())) {
                throw new IllegalArgumentException(
                        "snapshot: two entries of traffic from "
                                + flow.from()
                                + " to "
                                + flow.to());
            }
            previous = flow;
        }
    }

    /** Returns whether both snapshots have the same executors. */
    public boolean sameExecutors(Snapshot other) {
        return executorIds().equals(other.executorIds());
    }

    /** Returns the executors, in order. */
    public List<ExecutorId> executorIds() {
        return executors.stream().map(ExecutorLoad::executor).toList();
    }
}
