package io.eyewall.engine.executor;

/**
 * How long a spout executor's calls of nextTuple take, estimated from the first round of each turn,
 * which is timed anyway and stands for the turn: one that finds nothing, and ends its turn, says
 * nothing of those that emit. Written by the executor's thread, read by the monitor.
 */
final class SpoutTime {
    private long ns;

    /**
     * A turn has ended.
     *
     * @param firstRoundNs how long its first round took
     * @param rounds of the turn, the first among them; none is 0
     */
    void addTurn(long firstRoundNs, int rounds) {
        ns += firstRoundNs * rounds;
    }

    /** Nanoseconds of all rounds since the start, with what was called directly inside them. */
    long estimatedNs() {
        return ns;
    }

    /** Adds what another has counted, which begins anew. */
    void takeFrom(SpoutTime other) {
        ns += other.ns;
        other.ns = 0;
    }
}
