package io.eyewall.console.watch;

import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assigns a unique key to each topology. A topology keeps its key as long as it is remembered, so
 * an action on an open page never reaches another topology. Topologies are compared by identity,
 * because two processes may report the same id. Thread-safe; never waits for a topology.
 */
final class TopologyKeys {
    private final long rememberedNs;
    private final IdentityHashMap<RunningTopology, Line> lines =
            new IdentityHashMap<>(); // guarded by this

    /** The entry of one topology. */
    private static final class Line {
        private @Nullable String key; // null until the topology has reported its id
        private long seenNs;
    }

    /**
     * @param remembered how long a topology is remembered after it was last present
     */
    TopologyKeys(Duration remembered) {
        this.rememberedNs = remembered.toNanos();
    }

    /**
     * Records that topologies are present.
     *
     * @return the new topologies: the caller reads their ids, and then calls {@link #name}, or
     *     {@link #forget} if that failed
     */
    synchronized List<RunningTopology> update(
            Collection<? extends RunningTopology> topologies, long nowNs) {
        List<RunningTopology> fresh = new ArrayList<>();
        for (RunningTopology topology : topologies) {
            Line line = lines.get(topology);
            if (line == null) {
                line = new Line();
                lines.put(topology, line);
                fresh.add(topology);
            }
            line.seenNs = nowNs;
        }
        return fresh;
    }

    /** Assigns and returns a unique key: the id, or the id with a numeric suffix if it is taken. */
    synchronized String name(RunningTopology topology, String id) {
        String key = id;
        for (int n = 2; isTaken(key); n++) {
            key = id + "~" + n;
        }
        Line line = lines.computeIfAbsent(topology, t -> new Line());
        line.key = key;
        return key;
    }

    private boolean isTaken(String key) {
        return lines.values().stream().anyMatch(line -> key.equals(line.key));
    }

    /**
     * Removes a topology whose id could not be read; the next call of {@link #update} treats it as
     * new.
     */
    synchronized void forget(RunningTopology topology) {
        lines.remove(topology);
    }

    /**
     * Forgets the topologies that have been absent too long, except those whose id is still being
     * read.
     *
     * @return their keys
     */
    synchronized List<String> forgetOld(long nowNs) {
        List<String> forgotten = new ArrayList<>();
        lines.values()
                .removeIf(
                        line -> {
                            String key = line.key;
                            boolean old = key != null && nowNs - line.seenNs > rememberedNs;
                            if (old) {
                                forgotten.add(key);
                            }
                            return old;
                        });
        return forgotten;
    }

    /**
     * Returns the keys of the present topologies in their order, then those of the absent ones,
     * sorted.
     */
    synchronized List<String> order(Collection<? extends RunningTopology> present) {
        List<String> keys = new ArrayList<>();
        for (RunningTopology topology : present) {
            Line line = lines.get(topology);
            if (line != null && line.key != null) {
                keys.add(line.key);
            }
        }
        List<String> absent = new ArrayList<>();
        for (Line line : lines.values()) {
            if (line.key != null && !keys.contains(line.key)) {
                absent.add(line.key);
            }
        }
        absent.sort(null);
        keys.addAll(absent);
        return keys;
    }
}
