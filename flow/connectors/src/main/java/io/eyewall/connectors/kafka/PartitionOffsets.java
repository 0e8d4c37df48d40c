package io.eyewall.connectors.kafka;

import java.util.TreeSet;

/**
 * Tracks the offsets of a partition that were read and are not done, which determine the offset
 * that may be committed.
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

    /** Skips to an offset because Kafka has deleted the earlier ones. */
    void skipTo(long offset) {
        next = offset;
    }

    void done(long offset) {
        unfinished.remove(offset);
    }

    /**
     * Returns the offset that may be committed: the first that is not done. It is not a count,
     * because offsets may be missing (transactions, compaction).
     */
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
