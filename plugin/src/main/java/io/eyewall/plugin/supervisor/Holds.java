package io.eyewall.plugin.supervisor;

import io.eyewall.plugin.worker.Limits;
import io.eyewall.plugin.worker.Note;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides whether a worker whose end Storm wants goes on for the moment. Pure, but for what it
 * remembers: when Storm has first asked. Not for several threads.
 *
 * <p>Storm asks to end workers for many reasons; only one is ours: the topology lives, and its
 * newest assignment is without this worker. The worker's own note says so; a worker without a note
 * was not started by us, or ends already.
 */
final class Holds {
    /** A worker that hangs doesn't look at its assignment either. */
    private static final long LOOK_MS = 15_000;

    private final Limits limits;
    private final Map<String, Long> asked = new HashMap<>();
    private final Map<String, Behind> behind = new HashMap<>();

    /** Since when a worker has not seen a version. */
    private record Behind(int newest, long sinceMs) {}

    Holds(Limits limits) {
        this.limits = limits;
    }

    /**
     * @param newest version of its topology's assignment; empty if there is none any more
     * @param note the worker's latest
     */
    boolean holds(String workerId, long nowMs, OptionalInt newest, Optional<Note> note) {
        long firstMs = asked.computeIfAbsent(workerId, id -> nowMs);
        long passedMs = nowMs - firstMs;
        if (newest.isEmpty() || note.isEmpty() || passedMs > limits.allMs()) {
            return false;
        }
        if (note.get().version() < newest.getAsInt()) {
            int wanted = newest.getAsInt();
            Behind since =
                    behind.compute(
                            workerId,
                            (id, old) ->
                                    old != null && old.newest() == wanted
                                            ? old
                                            : new Behind(wanted, nowMs));
            return nowMs - since.sinceMs() <= LOOK_MS;
        }
        return !note.get().member();
    }

    /** It has ended. */
    void forget(String workerId) {
        asked.remove(workerId);
        behind.remove(workerId);
    }
}
