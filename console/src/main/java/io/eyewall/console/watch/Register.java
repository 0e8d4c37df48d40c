package io.eyewall.console.watch;

import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which topology has which key. A key stays with the topology that it was given to as long as that
 * one is remembered: whoever has a page of it open does nothing to another one. Topologies are told
 * apart as objects, as two processes may give the same id. Thread-safe; asks nobody.
 */
final class Register {
    private final long rememberedNs;
    private final IdentityHashMap<RunningTopology, Line> lines =
            new IdentityHashMap<>(); // guarded by this

    /** What is known of a topology. */
    private static final class Line {
        private @Nullable String key; // null while it is asked for its id
        private long seenNs;
    }

    /**
     * @param remembered how long topologies are that are not there any more
     */
    Register(Duration remembered) {
        this.rememberedNs = remembered.toNanos();
    }

    /**
     * These are there.
     *
     * @return those that are new: the caller asks them for their id, and then calls {@link #name},
     *     or {@link #forget}
     */
    synchronized List<RunningTopology> see(
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

    /** Gives a key that no other has: the id, or one made of it. */
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

    /** It could not be asked for its id, and is new again the next time. */
    synchronized void forget(RunningTopology topology) {
        lines.remove(topology);
    }

    /**
     * Forgets those that have not been there for long; not those that are being asked.
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

    /** Keys of those that are there, in their order, and then of those that were. */
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
