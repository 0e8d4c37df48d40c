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
