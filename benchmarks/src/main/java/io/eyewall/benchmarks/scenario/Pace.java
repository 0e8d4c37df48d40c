package io.eyewall.benchmarks.scenario;

/**
 * Computes when the next tuple of a source is due: at even intervals from the creation of this
 * object. A delay does not shift later tuples, so a system that stalls is charged for all tuples
 * that it delayed. Used by one thread.
 */
public final class Pace {
    private static final long NS_PER_SEC = 1_000_000_000L;

    private final long intervalNs;
    private long dueNs;

    /**
     * Creates it; the first tuple is due at once.
     *
     * @param ratePerSec tuples per second of all sources together
     * @param sources how many share them
     * @param nowNs this moment
     * @throws IllegalArgumentException if the rate or the number of sources is below 1
     */
    public Pace(int ratePerSec, int sources, long nowNs) {
        if (ratePerSec < 1 || sources < 1) {
            throw new IllegalArgumentException(
                    ratePerSec + " tuples per second, " + sources + " sources: both must be > 0");
        }
        intervalNs = NS_PER_SEC * sources / ratePerSec;
        dueNs = nowNs;
    }

    /** Returns when the next tuple is due. */
    public long dueNs() {
        return dueNs;
    }

    /** Returns whether the next tuple is due. */
    public boolean isDue(long nowNs) {
        return nowNs - dueNs >= 0;
    }

    /** Advances to the next tuple; called after each emit. */
    public void advance() {
        dueNs += intervalNs;
    }
}
