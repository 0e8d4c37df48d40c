package io.eyewall.rules;

/**
 * Decides how long a core without work spins before it sleeps. Where work comes soon, spinning is
 * cheaper than a sleep; where it does not, spinning is wasted. Not thread-safe.
 */
public final class IdleSpin {
    private final long maxNs;
    private long spinNs;

    /**
     * @param maxNs maximum time for which to spin
     */
    public IdleSpin(long maxNs) {
        this.maxNs = maxNs;
        this.spinNs = maxNs;
    }

    /** Returns for how long spinning pays at present, in nanoseconds. */
    public long spinNs() {
        return spinNs;
    }

    /**
     * Records that work has come to an idle core.
     *
     * @param idleNs how long the core was idle. If it slept, until another thread tried to wake it,
     *     not until it woke: waking takes longer than spinning pays, so a core that slept would
     *     never learn that work comes soon
     */
    public void onWork(long idleNs) {
        spinNs = idleNs < maxNs ? maxNs : spinNs / 2;
    }
}
