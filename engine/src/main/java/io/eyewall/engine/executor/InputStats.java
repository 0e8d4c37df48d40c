package io.eyewall.engine.executor;

import io.eyewall.engine.memory.Padded;

/**
 * What one task did with the tuples of one (component, stream). Written by the task's thread, read
 * by the monitor, which may see counts that are a moment old.
 */
public final class InputStats extends Padded {
    private final String componentId;
    private final String streamId;
    long executed;

    /** The execute to be timed next, counted as {@link #executed} is. */
    long nextSample;

    long acked;
    long failed;
    long executeNs;
    long executeSamples;
    long nestedNs;
    long processNs;
    long processSamples;

    InputStats(String componentId, String streamId, int firstSample) {
        this.nextSample = firstSample;
        this.componentId = componentId;
        this.streamId = streamId;
    }

    /** Who emitted the tuples. */
    public String componentId() {
        return componentId;
    }

    /** On which stream. */
    public String streamId() {
        return streamId;
    }

    public long executed() {
        return executed;
    }

    public long acked() {
        return acked;
    }

    public long failed() {
        return failed;
    }

    /** Sum over sampled tuples of the time in {@code execute}. */
    public long executeNs() {
        return executeNs;
    }

    public long executeSamples() {
        return executeSamples;
    }

    /** Nanoseconds in {@code execute} of all tuples, estimated from those that were sampled. */
    public double estimatedExecuteNs() {
        return executeSamples == 0 ? 0 : (double) executeNs * executed / executeSamples;
    }

    /**
     * That part of {@link #estimatedExecuteNs} that passed inside the emits of {@link
     * #componentId}, which called directly: time that counts for both components.
     */
    public double estimatedNestedNs() {
        return executeSamples == 0 ? 0 : (double) nestedNs * executed / executeSamples;
    }

    /** Sum over sampled tuples of the time from {@code execute} to {@code ack}. */
    public long processNs() {
        return processNs;
    }

    public long processSamples() {
        return processSamples;
    }
}
