package io.eyewall.plugin.supervisor;

import io.eyewall.plugin.worker.Limits;
import io.eyewall.plugin.worker.Note;
import io.eyewall.plugin.worker.Stage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides whether a worker whose end Storm wants goes on for the moment. Pure, but for what it
 * remembers of each worker. Not for several threads.
 *
 * <p>Storm asks to end workers for many reasons; only one is ours: the topology lives, and its
 * newest assignment is without this worker. The worker's own note says so; a worker without a note
 * was not started by us, or ends already. It is held until others serve the newest assignment,
 * however long they take to start. If Nimbus withdraws that assignment and the worker has its slot
 * again, it goes on: Storm's slot waits for its end still (it never leaves its state KILL before),
 * and starts it again if it ends.
 *
 * <p>Times are for workers that hang: one that does not look at its assignment, rests for longer
 * than workers do, or stays although it is replaced.
 */
final class Holds {
    /** In which a worker looks at the board, and ends when it has nothing to do any more. */
    private static final long LOOK_MS = 15_000;

    private final Limits limits;
    private final Map<String, Held> byWorker = new HashMap<>();

    /** The facts about a worker; a time of -1 is none. */
    private static final class Held {
        /** Once it was to leave, and was held for that. */
        private boolean leaves;

        /** The version that it has not seen. */
        private int unseen = -1;

        private long behindSinceMs = -1;
        private long restsSinceMs = -1;
        private long replacedSinceMs = -1;
    }

    Holds(Limits limits) {
        this.limits = limits;
    }

    /**
     * @param newest version of its topology's assignment; empty if there is none any more
     * @param note the worker's latest
     * @param served whether each slot of the newest assignment has a worker that works by it
     */
    boolean holds(
            String workerId, long nowMs, OptionalInt newest, Optional<Note> note, boolean served) {
        if (newest.isEmpty() || note.isEmpty()) {
            return false;
        }
        Held held = byWorker.computeIfAbsent(workerId, id -> new Held());
        if (note.get().version() < newest.getAsInt()) {
            if (held.unseen != newest.getAsInt()) {
                held.unseen = newest.getAsInt();
                held.behindSinceMs = nowMs;
            }
            return nowMs - held.behindSinceMs <= LOOK_MS;
        }
        if (note.get().member()) {
            held.restsSinceMs = -1;
            held.replacedSinceMs = -1;
            return held.leaves;
        }
        held.leaves = true;
        boolean rests = note.get().stage().compareTo(Stage.DRAINED) >= 0;
        held.restsSinceMs = since(held.restsSinceMs, rests, nowMs);
        held.replacedSinceMs = since(held.replacedSinceMs, served, nowMs);
        return !isOver(held.restsSinceMs, limits.restMs(), nowMs)
                && !isOver(held.replacedSinceMs, LOOK_MS, nowMs);
    }

    private static long since(long before, boolean is, long nowMs) {
        return !is ? -1 : before >= 0 ? before : nowMs;
    }

    private static boolean isOver(long sinceMs, long limitMs, long nowMs) {
        return sinceMs >= 0 && nowMs - sinceMs > limitMs;
    }

    /** It has ended. */
    void forget(String workerId) {
        byWorker.remove(workerId);
    }
}
