package io.eyewall.placement.load;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

    /**
     * Returns whether both snapshots have the same executors, and neither their processor time nor
     * the tuples between them differ by more than a share of the whole.
     *
     * @param share for example 0.05
     */
    public boolean isLike(Snapshot other, double share) {
        if (!sameExecutors(other)) {
            return false;
        }
        double cores = 0;
        double coresDiffer = 0;
        for (int e = 0; e < executors.size(); e++) {
            cores += executors.get(e).cores();
            coresDiffer += Math.abs(executors.get(e).cores() - other.executors.get(e).cores());
        }
        Map<List<ExecutorId>, Double> differences = new HashMap<>();
        double tuples = 0;
        for (Traffic flow : traffic) {
            tuples += flow.tuplesPerSec();
            differences.merge(List.of(flow.from(), flow.to()), flow.tuplesPerSec(), Double::sum);
        }
        for (Traffic flow : other.traffic) {
            differences.merge(List.of(flow.from(), flow.to()), -flow.tuplesPerSec(), Double::sum);
        }
        double tuplesDiffer = differences.values().stream().mapToDouble(Math::abs).sum();
        return coresDiffer <= share * cores && tuplesDiffer <= share * tuples;
    }

    /** Returns the executors, in order. */
    public List<ExecutorId> executorIds() {
        return executors.stream().map(ExecutorLoad::executor).toList();
    }
}
