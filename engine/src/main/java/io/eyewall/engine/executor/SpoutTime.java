package io.eyewall.engine.executor;

/**
 * How long a spout executor's calls of nextTuple take, estimated from the first round of each turn,
 * which is timed anyway and stands for the turn: one that finds nothing, and ends its turn, says
 * nothing of those that emit. Written by the executor's thread, read by the monitor.
 */
final class SpoutTime {
    private long ns;
    private long allRounds;
    private double squaresNs2;

    /**
     * A turn has ended.
     *
     * @param firstRoundNs how long its first round took
     * @param rounds of the turn, the first among them; none is 0
     */
    void addTurn(long firstRoundNs, int rounds) {
        double squaredNs = CallTimes.squaredNs(firstRoundNs, ns, allRounds);
        ns += firstRoundNs * rounds;
        allRounds += rounds;
        squaresNs2 += squaredNs * squaredNs * rounds;
    }

    /**
     * All rounds since the start.
     *
     * @param threadNs processor time of the executor's own thread
     */
    CallTimes times(long threadNs) {
        return new CallTimes(ns, ns, squaresNs2, threadNs);
    }

    /** Adds what another has counted, which begins anew. */
    void takeFrom(SpoutTime other) {
        ns += other.ns;
        allRounds += other.allRounds;
        squaresNs2 += other.squaresNs2;
        other.ns = 0;
        other.allRounds = 0;
        other.squaresNs2 = 0;
    }
}
