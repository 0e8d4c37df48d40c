package io.eyewall.plugin.supervisor;

import io.eyewall.plugin.worker.Note;
import io.eyewall.plugin.worker.Stage;
import io.eyewall.plugin.worker.SwitchLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides whether to defer the kill of a worker that Storm wants to end. Its only state is a record
 * of each worker. Not thread-safe.
 *
 * <p>Storm kills workers for many reasons; a kill is deferred for only one: the topology lives, and
 * its newest assignment does not contain this worker. The worker's own note says so; a worker
 * without a note was not started by this plug-in, or is ending already. The kill is deferred until
 * other workers serve the newest assignment, however long they take to start. If Nimbus withdraws
 * that assignment and the worker has its slot again, the worker continues. Storm's slot stays in
 * its state KILL until the worker ends, and then starts it again.
 *
 * <p>Time limits are for workers that hang: that do not read their assignment, pause for longer
 * than workers do, or stay although they are replaced.
 */
final class DeferredKills {
    /** The time within which a worker must read a new version, or end after it was replaced. */
    private static final long REACTION_LIMIT_MS = 15_000;

    private final SwitchLimits limits;
    private final Map<String, WorkerRecord> byWorker = new HashMap<>();

    /**
     * The state of a worker as far as it is known. A time of -1 means that the condition does not
     * hold.
     */
    private static final class WorkerRecord {
        /** Whether the worker's kill was ever deferred because the worker had to leave. */
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
     * Returns whether to defer the kill of a worker now.
     *
     * @param newest the newest version of the topology's assignment; empty if there is none any
     *     more
     * @param note the worker's latest note
     * @param served whether each slot of the newest assignment has a worker that works by this
     *     assignment
     */
    boolean mustDefer(
            String workerId, long nowMs, OptionalInt newest, Optional<Note> note, boolean served) {
        if (newest.isEmpty() || note.isEmpty()) {
            return false;
        }
        WorkerRecord worker = byWorker.computeIfAbsent(workerId, id -> new WorkerRecord());
        if (note.get().version() < newest.getAsInt()) {
            if (worker.unseenVersion != newest.getAsInt()) {
                worker.unseenVersion = newest.getAsInt();
                worker.behindSinceMs = nowMs;
            }
            return nowMs - worker.behindSinceMs <= REACTION_LIMIT_MS;
        }
        if (note.get().member()) {
            worker.pausedSinceMs = -1;
            worker.replacedSinceMs = -1;
            return worker.deferredOnce;
        }
        worker.deferredOnce = true;
        boolean paused = note.get().stage().compareTo(Stage.DRAINED) >= 0;
        worker.pausedSinceMs = conditionSinceMs(worker.pausedSinceMs, paused, nowMs);
        worker.replacedSinceMs = conditionSinceMs(worker.replacedSinceMs, served, nowMs);
        return !isExceeded(worker.pausedSinceMs, limits.maxPauseMs(), nowMs)
                && !isExceeded(worker.replacedSinceMs, REACTION_LIMIT_MS, nowMs);
    }

    /** Returns since when a condition holds; -1 if it does not hold. */
    private static long conditionSinceMs(long lastSinceMs, boolean holds, long nowMs) {
        return !holds ? -1 : lastSinceMs >= 0 ? lastSinceMs : nowMs;
    }

    private static boolean isExceeded(long sinceMs, long limitMs, long nowMs) {
        return sinceMs >= 0 && nowMs - sinceMs > limitMs;
    }

    /** Forgets a worker that has ended. */
    void forget(String workerId) {
        byWorker.remove(workerId);
    }
}
