package io.eyewall.engine.executor;

/**
 * What became of the messages that a spout executor emitted on one stream. Written by the
 * executor's thread, read by the monitor.
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

    /** Adds what another has counted, which begins anew. */
    void takeFrom(SpoutStats other) {
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

    /** Sum over sampled messages of the time from emit to ack. */
    public long completeNs() {
        return completeNs;
    }

    public long completeSamples() {
        return completeSamples;
    }
}
