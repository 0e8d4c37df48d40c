package io.eyewall.topology.snapshot;

import java.util.List;

/**
 * The snapshots of a running topology at one moment.
 *
 * @param number number of the newest whole snapshot; 0: there is none
 * @param restored number of the snapshot that this process began with; 0: none
 * @param folder its folder; empty if there is none
 * @param ageMs time since it became whole, or since the topology opened it, in ms
 * @param tookMs time from its beginning until it was whole, in ms; 0 if this process has not taken
 *     it
 * @param bytes size of its files; snapshots share files
 * @param slowestTask the task that saved its state last, as {@code COMPONENT[INDEX]}; empty if this
 *     process has not taken the snapshot
 * @param slowestMs time from the beginning until that task had saved its state, in ms
 * @param alignedMs the longest time for which a task waited for the markers of all its senders, in
 *     ms
 * @param committed number of the newest snapshot that transactional sinks have committed
 * @param takingMs for how long a snapshot is being taken, in ms; -1: none is
 * @param waitsFor the tasks that this snapshot waits for
 * @param rollbacks how often the topology went back to a snapshot, in this process
 * @param lastRollbackMs when it last did, in ms since 1970; 0: never
 * @param lastRollback why
 * @param failure why the last attempt to write a snapshot failed; empty if it did not
 */
public record SnapshotReport(
        long number,
        long restored,
        String folder,
        long ageMs,
        long tookMs,
        long bytes,
        String slowestTask,
        long slowestMs,
        long alignedMs,
        long committed,
        long takingMs,
        List<String> waitsFor,
        long rollbacks,
        long lastRollbackMs,
        String lastRollback,
        String failure) {
    public SnapshotReport {
        waitsFor = List.copyOf(waitsFor);
    }
}
