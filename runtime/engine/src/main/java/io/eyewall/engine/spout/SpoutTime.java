package io.eyewall.engine.spout;

import io.eyewall.engine.executor.CallTimes;

/**
 * Estimates the time of a spout executor's calls of nextTuple. The first round of each slice is
 * timed anyway and stands for all rounds of that slice only: its time does not represent other
 * slices, since a round that emits nothing, and so ends its slice, differs from rounds that emit.
 * Written by the executor's thread, read by the monitor.
 */
final class SpoutTime {
    private long totalNs;
    private long allRounds;
    private double squaresNs2;

    /**
     * Adds a slice.
     *
     * @param firstRoundNs duration of its first round
     * @param rounds number of its rounds, including the first; may be 0
     */
    void addSlice(long firstRoundNs, int rounds) {
        double squaredNs = CallTimes.cappedNs(firstRoundNs, totalNs, allRounds);
        totalNs += firstRoundNs * rounds;
        allRounds += rounds;
        squaresNs2 += squaredNs * squaredNs * rounds;
    }

    /**
     * Returns the times of all rounds since the start.
     *
     * @param threadNs processor time of the executor's dedicated thread
     */
    CallTimes times(long threadNs) {
        return new CallTimes(totalNs, totalNs, squaresNs2, threadNs);
    }

    /** Adds the times of another object and resets that object. */
    void absorb(SpoutTime other) {
        totalNs += other.totalNs;
        allRounds += other.allRounds;
        squaresNs2 += other.squaresNs2;
        other.totalNs = 0;
        other.allRounds = 0;
        other.squaresNs2 = 0;
    }
}
