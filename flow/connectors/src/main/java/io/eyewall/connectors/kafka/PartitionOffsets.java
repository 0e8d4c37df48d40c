package io.eyewall.connectors.kafka;

import java.util.TreeSet;

/**
 * Tracks the offsets of a partition that were read and are not done, which determine the offset
 * that may be committed.
 */
final class PartitionOffsets {
    private final TreeSet<Long> unfinished = new TreeSet<>();

    /** The offset to read next. */
    private long next;

    private long committed;

    /**
     * @param committed the offset at which reading begins: all before it are committed
     */
    PartitionOffsets(long committed) {
        this.committed = committed;
        next = committed;
    }

    void addRead(long offset) {
        unfinished.add(offset);
        next = offset + 1;
    }

    /** Skips to an offset because Kafka has deleted the earlier ones. */
    void skipTo(long offset) {
        next = offset;
    }

    void markDone(long offset) {
        unfinished.remove(offset);
    }

    /**
     * Returns the offset that may be committed: the first that is not done. It cannot be computed
     * by counting, because a partition may lack offsets (after transactions and compaction).
     */
    long committableOffset() {
        return unfinished.isEmpty() ? next : unfinished.first();
    }

    void markCommitted(long offset) {
        committed = Math.max(committed, offset);
    }

    long committed() {
        return committed;
    }

    /** Returns the offset to read next. */
    long nextOffset() {
        return next;
    }
}
