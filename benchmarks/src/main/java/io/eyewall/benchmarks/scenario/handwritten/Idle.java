package io.eyewall.benchmarks.scenario.handwritten;

/** What a thread does while its queue has nothing for it: spin briefly, then yield. One thread. */
final class Idle {
    private static final int SPINS = 200;

    private int rounds;

    /** To be called after a round that did work. */
    void reset() {
        rounds = 0;
    }

    /** To be called after a round that did nothing. */
    @SuppressWarnings("ThreadPriorityCheck") // correct without it; only less polite to others
    void pause() {
        if (rounds < SPINS) {
            rounds++;
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
