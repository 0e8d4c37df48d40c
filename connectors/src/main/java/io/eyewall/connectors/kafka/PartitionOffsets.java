package io.eyewall.connectors.kafka;

import java.util.TreeSet;

/**
 * The offsets of a partition that are read and not done, and so the offset that may be committed.
 */
final class PartitionOffsets {
    private final TreeSet<Long> unfinished = new TreeSet<>();
    private long next;
    private long committed;

    /**
     * @param committed the next offset to read
     */
    PartitionOffsets(long committed) {
        this.committed = committed;
        next = committed;
    }

    void read(long offset) {
        unfinished.add(offset);
        next = offset + 1;
    }

    /** Skips to an offset: the ones before it are not there any more. */
    void skipTo(long offset) {
        next = offset;
    }

    void done(long offset) {
        unfinished.remove(offset);
    }

    /** Offsets may be missing (transactions, compaction), so it is the first that is not done. */
    long committable() {
        return unfinished.isEmpty() ? next : unfinished.first();
    }

    void committed(long offset) {
        committed = Math.max(committed, offset);
    }

    long committed() {
        return committed;
    }

    /** Returns the offset of the next read. */
    long next() {
        return next;
    }
}
