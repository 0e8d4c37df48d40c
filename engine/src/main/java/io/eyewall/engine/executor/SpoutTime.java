package io.eyewall.engine.executor;

/**
 * How long a spout executor's calls of nextTuple take, estimated from the first round of each turn,
 * which is timed anyway. Written by the executor's thread, read by the monitor.
 */
final class SpoutTime {
    private long rounds;
    private long timedRounds;
    private long timedNs;

    /** A round that took so long. */
    void addTimed(long elapsedNs) {
        timedRounds++;
        timedNs += elapsedNs;
    }

    /** Rounds of a turn, those timed among them. */
    void addRounds(int made) {
        rounds += made;
    }

    /** Nanoseconds of all rounds since the start, with what was called directly inside them. */
    double estimatedNs() {
        return timedRounds == 0 ? 0 : (double) timedNs * rounds / timedRounds;
    }

    /** Adds what another has counted, which begins anew. */
    void takeFrom(SpoutTime other) {
        rounds += other.rounds;
        timedRounds += other.timedRounds;
        timedNs += other.timedNs;
        other.rounds = 0;
        other.timedRounds = 0;
        other.timedNs = 0;
    }
}
