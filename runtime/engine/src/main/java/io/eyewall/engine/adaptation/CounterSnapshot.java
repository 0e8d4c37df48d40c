package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The counters of all executors and the busy times of all cores at one moment.
 *
 * @param nowNs time of the snapshot, by the engine's clock
 * @param busyNs nanoseconds in which each core had work, by core
 * @param executors counters of the executors of all topologies, in a fixed order
 */
record CounterSnapshot(long nowNs, List<Long> busyNs, List<ExecutorCounters> executors) {

    /** Returns the places of all executors. */
    Map<ExecutorId, String> places() {
        Map<ExecutorId, String> places = new HashMap<>();
        executors.forEach(
                counters ->
                        places.put(counters.executor(), CoreAdviser.placeName(counters.core())));
        return places;
    }

    /** Returns the core indexes of all executors. */
    Map<ExecutorId, Integer> cores() {
        Map<ExecutorId, Integer> cores = new HashMap<>();
        executors.forEach(counters -> cores.put(counters.executor(), counters.core()));
        return cores;
    }

    /** Returns the number of tuples that all executors have executed so far. */
    long executedTuples() {
        long executed = 0;
        for (ExecutorCounters counters : executors) {
            for (long tuples : counters.executedByTask().values()) {
                executed += tuples;
            }
        }
        return executed;
    }

    /** Returns the places of the executors that must stay where they are. */
    Map<ExecutorId, Set<String>> boundPlaces() {
        Map<ExecutorId, Set<String>> bound = new HashMap<>();
        for (ExecutorCounters counters : executors) {
            if (counters.bound()) {
                bound.put(counters.executor(), Set.of(CoreAdviser.placeName(counters.core())));
            }
        }
        return bound;
    }

    /** Returns whether both snapshots contain the same executors on the same cores. */
    boolean isComparableTo(CounterSnapshot other) {
        if (executors.size() != other.executors.size()) {
            return false;
        }
        for (int i = 0; i < executors.size(); i++) {
            ExecutorCounters counters = executors.get(i);
            ExecutorCounters otherCounters = other.executors.get(i);
            if (!counters.executor().equals(otherCounters.executor())
                    || counters.core() != otherCounters.core()) {
                return false;
            }
        }
        return true;
    }
}
