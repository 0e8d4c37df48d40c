package io.eyewall.engine.spout;

/**
 * Counts the completions of the messages that a spout executor emitted on one stream. Written by
 * the executor's thread, read by the monitor.
 */
public final class SpoutStats {
    private final String streamId;
    long acked;
    long failed;
    long completeNs;
    long completeSamples;

    SpoutStats(String streamId) {
        this.streamId = streamId;
    }

    public String streamId() {
        return streamId;
    }

    /** Adds the counts of another object and resets that object. */
    void absorb(SpoutStats other) {
        acked += other.acked;
        failed += other.failed;
        completeNs += other.completeNs;
        completeSamples += other.completeSamples;
        other.acked = 0;
        other.failed = 0;
        other.completeNs = 0;
        other.completeSamples = 0;
    }

    public long acked() {
        return acked;
    }

    public long failed() {
        return failed;
    }

    /** Returns the sum of the times from emit to ack of the sampled messages, in nanoseconds. */
    public long completeNs() {
        return completeNs;
    }

    public long completeSamples() {
        return completeSamples;
    }
}
