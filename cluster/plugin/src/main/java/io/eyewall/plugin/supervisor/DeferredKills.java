package io.eyewall.plugin.supervisor;

import io.eyewall.plugin.worker.Note;
import io.eyewall.plugin.worker.Stage;
import io.eyewall.plugin.worker.SwitchLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides whether to defer the kill of a worker that Storm wants to end. Its only state is what it
 * remembers of each worker. Not thread-safe.
 *
 * <p>Storm kills workers for many reasons; a kill is deferred for only one: the topology lives, and
 * its newest assignment does not contain this worker. The worker's own note says so; a worker
 * without a note was not started by this plug-in, or is ending already. The kill is deferred until
 * others serve the newest assignment, however long they take to start. If Nimbus withdraws that
 * assignment and the worker has its slot again, the worker continues: Storm's slot still waits for
 * its end (it does not leave its state KILL before), and starts it again if it ends.
 *
 * <p>Time limits are for workers that hang: that do not read their assignment, pause for longer
 * than workers do, or stay although they are replaced.
 */
final class DeferredKills {
    /** The time within which a worker reads the board, and ends if it has nothing left to do. */
    private static final long READ_LIMIT_MS = 15_000;

    private final SwitchLimits limits;
    private final Map<String, Held> byWorker = new HashMap<>();

    /** The facts about a worker; -1 stands for no time. */
    private static final class Held {
        /** Whether its kill was ever deferred because it had to leave. */
        private boolean deferredOnce;

        /** The assignment version that the worker has not seen yet. */
        private int unseenVersion = -1;

        private long behindSinceMs = -1;
        private long pausedSinceMs = -1;
        private long replacedSinceMs = -1;
    }

    DeferredKills(SwitchLimits limits) {
        this.limits = limits;
    }

    /**
     * @param newest the newest version of the topology's assignment; empty if there is none any
     *     more
     * @param note the worker's latest note
     * @param served whether each slot of the newest assignment has a worker that works by it
     */
    boolean holds(
            String workerId, long nowMs, OptionalInt newest, Optional<Note> note, boolean served) {
        if (newest.isEmpty() || note.isEmpty()) {
            return false;
        }
        Held held = byWorker.computeIfAbsent(workerId, id -> new Held());
        if (note.get().version() < newest.getAsInt()) {
            if (held.unseenVersion != newest.getAsInt()) {
                held.unseenVersion = newest.getAsInt();
                held.behindSinceMs = nowMs;
            }
            return nowMs - held.behindSinceMs <= READ_LIMIT_MS;
        }
        if (note.get().member()) {
            held.pausedSinceMs = -1;
            held.replacedSinceMs = -1;
            return held.deferredOnce;
        }
        held.deferredOnce = true;
        boolean paused = note.get().stage().compareTo(Stage.DRAINED) >= 0;
        held.pausedSinceMs = since(held.pausedSinceMs, paused, nowMs);
        held.replacedSinceMs = since(held.replacedSinceMs, served, nowMs);
        return !isOver(held.pausedSinceMs, limits.maxPauseMs(), nowMs)
                && !isOver(held.replacedSinceMs, READ_LIMIT_MS, nowMs);
    }

    private static long since(long before, boolean is, long nowMs) {
        return !is ? -1 : before >= 0 ? before : nowMs;
    }

    private static boolean isOver(long sinceMs, long limitMs, long nowMs) {
        return sinceMs >= 0 && nowMs - sinceMs > limitMs;
    }

    /** Forgets a worker that has ended. */
    void forget(String workerId) {
        byWorker.remove(workerId);
    }
}
