package io.eyewall.engine.core;

/**
 * Decides how long a core without work spins before it sleeps. Where work comes soon, spinning is
 * cheaper than a sleep; where it does not, spinning is wasted. For the core's owner thread.
 */
final class IdleSpin {
    private final long maxNs;
    private long ns;

    /**
     * @param maxNs maximum time for which to spin
     */
    IdleSpin(long maxNs) {
        this.maxNs = maxNs;
        this.ns = maxNs;
    }

    /** Returns how long spinning pays at present, in nanoseconds. */
    long ns() {
        return ns;
    }

    /**
     * Records that work has come to an idle core.
     *
     * @param afterNs time since the last work. If the core slept, until another thread tried to
     *     wake it, not until it woke: waking takes longer than spinning pays, so a core that slept
     *     would never learn that work comes soon
     */
    void onWork(long afterNs) {
        ns = afterNs < maxNs ? maxNs : ns / 2;
    }
}
