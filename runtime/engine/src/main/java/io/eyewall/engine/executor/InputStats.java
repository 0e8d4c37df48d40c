package io.eyewall.engine.executor;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;

/**
 * Counters of the tuples that one task has received from one component and stream. Written by the
 * task's thread, read by the monitor, which may see slightly stale counts.
 */
public final class InputStats extends Padded {
    /**
     * Maximum owed time. It keeps a single long call, which may be the only one, from affecting the
     * counters for long.
     */
    private static final long MAX_OWED_NS = 1_000_000_000;

    private final String componentId;
    private final String streamId;
    private final SampleGaps sampleGaps;
    long executed;

    /** The execute that is timed next, counted as {@link #executed} is. */
    private long nextSample;

    public long acked;
    public long failed;
    private long timed;

    /**
     * Number of tuples since the last timed one whose time was added without extrapolation: see
     * {@link #addWithoutCore}.
     */
    private long unextrapolated;

    /** When the last timed execute ended. */
    private long lastTimedEndNs;

    /** Time accounted for all inputs of the executor until {@link #lastTimedEndNs}. */
    private long accountedAtLastTimedNs;

    private long executeNs;
    private long loadNs;
    private long nestedNs;

    /** Estimated time of untimed executes that is not yet accounted; see {@link #addExecute}. */
    private long owedNs;

    /** The part of {@link #owedNs} that is load. */
    private long owedLoadNs;

    private double squaresNs2;
    public long processNs;
    public long processSamples;

    InputStats(String componentId, String streamId, SampleGaps sampleGaps) {
        this.sampleGaps = sampleGaps;
        this.nextSample = sampleGaps.next();
        this.componentId = componentId;
        this.streamId = streamId;
    }

    /** Returns the component that emitted the tuples. */
    public String componentId() {
        return componentId;
    }

    /** Returns the stream on which they were emitted. */
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

    /**
     * Counts a tuple whose execute is about to begin; returns whether that execute is to be timed.
     */
    @HotPath
    public boolean countExecute() {
        long count = executed + 1;
        executed = count;
        return count == nextSample;
    }

    /** Called when the current execute is timed: chooses the next one to be timed. */
    public void startTiming() {
        nextSample = executed + sampleGaps.next();
    }

    /** Has the next execute timed, too. */
    public void timeNext() {
        nextSample = executed + 1;
    }

    /**
     * Adds the timed execute of the last tuple, which stands for all executes since the previous
     * timed one. After a long execute the next one is timed, too, so samples are not evenly spread.
     * As the untimed executes may have been short, no more time is accounted for them than was
     * available. The rest is owed, and accounted when there is time whose use is unknown, so that
     * the sum is right over many samples.
     *
     * @param elapsedNs how long the execute took
     * @param loadNs the part of it that is load
     * @param nested whether {@link #componentId} called this task directly
     * @param freeNs the time in which the untimed executes must have been made
     */
    public void addExecute(long elapsedNs, long loadNs, boolean nested, long freeNs) {
        long untimed = executed - timed - unextrapolated - 1;
        double cappedNs = CallTimes.cappedNs(elapsedNs, executeNs, timed());
        timed = executed;
        unextrapolated = 0;
        owedNs += elapsedNs * Math.max(0, untimed);
        long untimedNs = Math.min(owedNs, freeNs);
        owedNs = Math.min(owedNs - untimedNs, MAX_OWED_NS);
        executeNs += elapsedNs + untimedNs;
        owedLoadNs += loadNs * Math.max(0, untimed);
        long untimedLoadNs = Math.min(owedLoadNs, freeNs);
        owedLoadNs = Math.min(owedLoadNs - untimedLoadNs, MAX_OWED_NS);
        long load = loadNs + untimedLoadNs;
        this.loadNs += load;
        squaresNs2 += cappedNs * cappedNs * (untimed + 1);
        nestedNs += nested ? load : 0;
    }

    /**
     * Adds the execute of the last tuple if it ended after its thread had lost the core. Only long
     * executes lose it, so this one stands for itself. It is no load, as the core had another
     * owner.
     *
     * @param elapsedNs how long the execute took, as far as that is known
     */
    public void addWithoutCore(long elapsedNs) {
        double cappedNs = CallTimes.cappedNs(elapsedNs, executeNs, timed());
        squaresNs2 += cappedNs * cappedNs;
        unextrapolated++;
        executeNs += elapsedNs;
    }

    /** Returns the number of tuples for which timed ones stand so far: nearly all. */
    public long timed() {
        return timed + unextrapolated;
    }

    /**
     * Returns the time that was available for executes of other tuples since the last timed one:
     * the time that no other input of the executor is known to have taken.
     *
     * @param openedNs when the executor was opened; used if no tuple has been timed
     * @param startNs when the execute that is being timed began
     * @param accountedOfExecutorNs time accounted for all inputs of the executor so far
     */
    public long freeNs(long openedNs, long startNs, long accountedOfExecutorNs) {
        long startOfGapNs = timed == 0 ? openedNs : lastTimedEndNs;
        return Math.max(
                0, startNs - startOfGapNs - (accountedOfExecutorNs - accountedAtLastTimedNs));
    }

    /** Records when the timed execute that was just added ended. */
    public void setTimedUntil(long endNs, long accountedOfExecutorNs) {
        lastTimedEndNs = endNs;
        accountedAtLastTimedNs = accountedOfExecutorNs;
    }

    /**
     * Returns the estimated nanoseconds in {@code execute} of {@link #timed} tuples; never more
     * than the time that was available.
     */
    public long executeNs() {
        return executeNs;
    }

    /**
     * Returns {@link #executeNs} without the time in which threads had no processor, as far as that
     * is known.
     */
    public long loadNs() {
        return loadNs;
    }

    /** Returns the sum of the squares of the times of {@link #executeNs}, in square nanoseconds. */
    public double squaresNs2() {
        return squaresNs2;
    }

    /**
     * Returns the part of {@link #loadNs} that passed inside the emits of {@link #componentId},
     * which called directly: this time counts for both components.
     */
    public long nestedNs() {
        return nestedNs;
    }

    /** Returns the sum over sampled tuples of the time from {@code execute} to {@code ack}. */
    public long processNs() {
        return processNs;
    }

    public long processSamples() {
        return processSamples;
    }
}
