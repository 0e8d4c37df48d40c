package io.eyewall.toolkit.snapshot;

import io.eyewall.toolkit.time.ProcessingTime;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.storm.utils.Time;

/** The measurements of the snapshots of a topology. Guarded by its coordinator. */
final class SnapshotFigures {
    /** When the newest snapshot became whole; without one, when this process began. */
    private long storedNs = Time.nanoTime();

    private long tookNs;
    private long bytes;
    private String slowestTask = "";
    private long slowestNs;
    private long alignedNs;
    private long rollbacks;
    private long lastRollbackMs;
    private String lastRollback = "";
    private String failure = "";

    // Of the snapshot that is being taken.
    private long beganNs;
    private String latestTask = "";
    private long latestNs;
    private long longestAlignedNs;

    void onBegin(long nowNs) {
        beganNs = nowNs;
        longestAlignedNs = 0;
    }

    /**
     * Records that a task has saved its state.
     *
     * @param taskAlignedNs how long it waited for the markers of all its senders
     */
    void onSaved(TaskId task, long taskAlignedNs) {
        latestTask = task.toString();
        latestNs = Time.nanoTime() - beganNs;
        longestAlignedNs = Math.max(longestAlignedNs, taskAlignedNs);
    }

    void onStored(long newBytes) {
        storedNs = Time.nanoTime();
        tookNs = storedNs - beganNs;
        slowestTask = latestTask;
        slowestNs = latestNs;
        alignedNs = longestAlignedNs;
        bytes = newBytes;
        failure = "";
    }

    /** Records the snapshot that this process has found. */
    void onOpened(long foundBytes, long ageMs) {
        bytes = foundBytes;
        storedNs = Time.nanoTime() - TimeUnit.MILLISECONDS.toNanos(ageMs);
    }

    void onFailed(String reason) {
        failure = reason;
    }

    void onRollback(String reason) {
        rollbacks++;
        lastRollbackMs = ProcessingTime.nowMs();
        lastRollback = reason;
    }

    /** Returns for how long the present snapshot has been taken. */
    long takingNs(long nowNs) {
        return nowNs - beganNs;
    }

    /** Returns how long the newest snapshot took, in ms. */
    long tookMs() {
        return ms(tookNs);
    }

    /** Returns why the last attempt to write a snapshot failed; empty if it did not. */
    String failure() {
        return failure;
    }

    private static long ms(long ns) {
        return TimeUnit.NANOSECONDS.toMillis(ns);
    }

    /** Adds the figures to what else is known, see {@link SnapshotReport}. */
    SnapshotReport report(
            long number,
            long restored,
            String folder,
            long committed,
            boolean isTaking,
            List<String> waitsFor) {
        long nowNs = Time.nanoTime();
        return new SnapshotReport(
                number,
                restored,
                folder,
                ms(nowNs - storedNs),
                ms(tookNs),
                bytes,
                slowestTask,
                ms(slowestNs),
                ms(alignedNs),
                committed,
                isTaking ? ms(takingNs(nowNs)) : -1,
                waitsFor,
                rollbacks,
                lastRollbackMs,
                lastRollback,
                failure);
    }
}
