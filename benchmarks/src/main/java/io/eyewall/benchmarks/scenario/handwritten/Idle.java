package io.eyewall.benchmarks.scenario.handwritten;

/**
 * The idle strategy of a thread whose queue is empty: spins briefly, then yields. Used by one
 * thread.
 */
final class Idle {
    private static final int SPINS = 200;

    private int rounds;

    /** Ends the idle period; called after a round that did work. */
    void reset() {
        rounds = 0;
    }

    /** Waits; called after a round that did nothing. */
    @SuppressWarnings("ThreadPriorityCheck") // yielding only spares other threads
    void pause() {
        if (rounds < SPINS) {
            rounds++;
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
