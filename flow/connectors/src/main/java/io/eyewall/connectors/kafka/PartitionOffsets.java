package io.eyewall.connectors.kafka;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the offsets of a partition that were read and are not done, which determine the offset
 * that may be committed.
 */
final class PartitionOffsets {
    private final TreeSet<Long> unfinished = new TreeSet<>();

    /** The offset at which reading began. */
    private final long first;

    /** The offset before which all are released; -1: messages are reported as done instead. */
    private long released = -1;

    /** The offset to read next. */
    private long next;

    private long committed;

    /**
     * @param committed the offset at which reading begins: all before it are committed
     */
    PartitionOffsets(long committed) {
        first = committed;
        this.committed = committed;
        next = committed;
    }

    void addRead(long offset) {
        if (released < 0) {
            unfinished.add(offset);
        }
        next = offset + 1;
    }

    /** Skips to an offset because Kafka has deleted the earlier ones. */
    void skipTo(long offset) {
        next = offset;
    }

    /**
     * Goes back, and from then on expects {@link #release} instead of {@link #markDone}.
     *
     * @param last offset of the last message that is not read again; null: reading begins anew
     */
    void rewind(@Nullable Long last) {
        next = last == null ? first : last + 1;
        released = Math.max(released, committed);
        unfinished.clear();
    }

    /** Records that messages up to an offset are done. */
    void release(long last) {
        released = last + 1;
    }

    void markDone(long offset) {
        unfinished.remove(offset);
    }

    /**
     * Returns the offset that may be committed: the first that is not done. It cannot be computed
     * by counting, because a partition may lack offsets (after transactions and compaction).
     */
    long committableOffset() {
        if (released >= 0) {
            return released;
        }
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
