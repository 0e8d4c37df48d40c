package io.eyewall.engine.executor;

import io.eyewall.engine.memory.Padded;

/**
 * What one task did with the tuples of one (component, stream). Written by the task's thread, read
 * by the monitor, which may see counts that are a moment old.
 */
public final class InputStats extends Padded {
    private final String componentId;
    private final String streamId;
    private final SampleGaps sampleGaps;
    long executed;

    /** The execute to be timed next, counted as {@link #executed} is. */
    private long nextSample;

    long acked;
    long failed;
    private long timed;
    private long executeNs;
    private long loadNs;
    private long nestedNs;
    private double loadSquaresNs2;
    long processNs;
    long processSamples;

    InputStats(String componentId, String streamId, SampleGaps sampleGaps) {
        this.sampleGaps = sampleGaps;
        this.nextSample = sampleGaps.next();
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

    /** Counts a tuple whose execute is about to begin; whether that is to be timed. hot path. */
    boolean countExecute() {
        long count = executed + 1;
        executed = count;
        return count == nextSample;
    }

    /** The execute in hand is timed; chooses the next that is. */
    void startTiming() {
        nextSample = executed + sampleGaps.next();
    }

    /** The next execute is to be timed, too. */
    void timeNext() {
        nextSample = executed + 1;
    }

    /**
     * The execute of the last tuple was timed. It stands for all since the one timed before: after
     * a long one the next is timed, too, so that samples are not spread evenly.
     *
     * @param elapsedNs how long it took
     * @param loadNs how much of that is load
     * @param nested whether {@link #componentId} called directly
     */
    void addExecute(long elapsedNs, long loadNs, boolean nested) {
        long tuples = executed - timed;
        double squaredNs = CallTimes.squaredNs(loadNs, this.loadNs, timed);
        timed = executed;
        executeNs += elapsedNs * tuples;
        this.loadNs += loadNs * tuples;
        loadSquaresNs2 += squaredNs * squaredNs * tuples;
        nestedNs += nested ? loadNs * tuples : 0;
    }

    /** Tuples for which timed ones stand so far: those up to the last that was timed. */
    public long timed() {
        return timed;
    }

    /** Nanoseconds in {@code execute} of the first {@link #timed} tuples, estimated. */
    public long executeNs() {
        return executeNs;
    }

    /** The same without the time in which threads had no processor, as far as that is known. */
    public long loadNs() {
        return loadNs;
    }

    /** Sum of the squares of those times, in square nanoseconds. */
    double loadSquaresNs2() {
        return loadSquaresNs2;
    }

    /**
     * That part of {@link #loadNs} that passed inside the emits of {@link #componentId}, which
     * called directly: time that counts for both components.
     */
    public long nestedNs() {
        return nestedNs;
    }

    /** Sum over sampled tuples of the time from {@code execute} to {@code ack}. */
    public long processNs() {
        return processNs;
    }

    public long processSamples() {
        return processSamples;
    }
}
