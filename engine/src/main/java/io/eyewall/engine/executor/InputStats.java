package io.eyewall.engine.executor;

import io.eyewall.engine.memory.Padded;

/**
 * What one task did with the tuples of one (component, stream). Written by the task's thread, read
 * by the monitor, which may see counts that are a moment old.
 */
public final class InputStats extends Padded {
    /** One long call, which may be the only one, is not to fill more than a moment. */
    private static final long MOST_OWED_NS = 1_000_000_000;

    private final String componentId;
    private final String streamId;
    private final SampleGaps sampleGaps;
    long executed;

    /** The execute to be timed next, counted as {@link #executed} is. */
    private long nextSample;

    long acked;
    long failed;
    private long timed;

    /** Tuples since the last one that stands for others, each of which stands for itself. */
    private long alone;

    /** When the last timed execute ended, and what was accounted for the executor until then. */
    private long sinceNs;

    private long accountedNs;
    private long executeNs;
    private long loadNs;
    private long nestedNs;
    private long owedNs;
    private long owedLoadNs;
    private double squaresNs2;
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
     * a long one the next is timed, too, so that samples are not spread evenly. As the others may
     * have been short, no more time is accounted for them than there was; the rest is owed, and
     * accounted when there is time that nothing is known of, so that the sum is right over many
     * samples.
     *
     * @param elapsedNs how long it took
     * @param loadNs how much of that is load
     * @param nested whether {@link #componentId} called directly
     * @param freeNs in which the others must have been called
     */
    void addExecute(long elapsedNs, long loadNs, boolean nested, long freeNs) {
        long others = executed - timed - alone - 1;
        double squaredNs = CallTimes.squaredNs(elapsedNs, executeNs, timed());
        timed = executed;
        alone = 0;
        owedNs += elapsedNs * Math.max(0, others);
        long ofOthersNs = Math.min(owedNs, freeNs);
        owedNs = Math.min(owedNs - ofOthersNs, MOST_OWED_NS);
        executeNs += elapsedNs + ofOthersNs;
        owedLoadNs += loadNs * Math.max(0, others);
        long loadOfOthersNs = Math.min(owedLoadNs, freeNs);
        owedLoadNs = Math.min(owedLoadNs - loadOfOthersNs, MOST_OWED_NS);
        long load = loadNs + loadOfOthersNs;
        this.loadNs += load;
        squaresNs2 += squaredNs * squaredNs * (others + 1);
        nestedNs += nested ? load : 0;
    }

    /**
     * The execute of the last tuple has ended after its thread had lost the core, which only long
     * ones do: it stands for itself. It is no load, as the core went on.
     *
     * @param elapsedNs how long it took, as far as that is known
     */
    void addLost(long elapsedNs) {
        double squaredNs = CallTimes.squaredNs(elapsedNs, executeNs, timed());
        squaresNs2 += squaredNs * squaredNs;
        alone++;
        executeNs += elapsedNs;
    }

    /** Tuples for which timed ones stand so far: nearly all. */
    public long timed() {
        return timed + alone;
    }

    /**
     * Time for executes of other tuples since the last that was timed: what no other input of the
     * executor is known to have taken.
     *
     * @param openedNs when there was none before
     * @param startNs when the one that is timed began
     * @param accountedOfExecutorNs for all inputs of the executor so far
     */
    long freeNs(long openedNs, long startNs, long accountedOfExecutorNs) {
        long since = timed == 0 ? openedNs : sinceNs;
        return Math.max(0, startNs - since - (accountedOfExecutorNs - accountedNs));
    }

    /** The timed execute that was added has ended then. */
    void timedUntil(long endNs, long accountedOfExecutorNs) {
        sinceNs = endNs;
        accountedNs = accountedOfExecutorNs;
    }

    /** Nanoseconds in {@code execute} of as many tuples, estimated; never more than there were. */
    public long executeNs() {
        return executeNs;
    }

    /** The same without the time in which threads had no processor, as far as that is known. */
    public long loadNs() {
        return loadNs;
    }

    /** Sum of the squares of the times of {@link #executeNs}, in square nanoseconds. */
    double squaresNs2() {
        return squaresNs2;
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
