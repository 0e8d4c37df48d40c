package io.eyewall.engine.executor;

/**
 * Counts the full receivers of an executor, and measures for how long they have stopped it. Owner
 * thread of the executor's core only; any thread may call {@link #isAnyFull} and {@link
 * #heldBackNs}.
 */
final class FullReceivers {
    private int count;
    private volatile Held held = new Held(0, false, 0);

    /**
     * A consistent state for readers on other threads.
     *
     * @param beforeNs for how long receivers have stopped the executor, without the present stop
     * @param now whether receivers stop the executor
     * @param sinceNs since when, if they do
     */
    private record Held(long beforeNs, boolean now, long sinceNs) {
        long ns(long nowNs) {
            return now ? beforeNs + Math.max(0, nowNs - sinceNs) : beforeNs;
        }
    }

    /** Counts one more full receiver; returns whether it is the first. */
    boolean add(long nowNs) {
        if (count++ == 0) {
            held = new Held(held.beforeNs(), true, nowNs);
            return true;
        }
        return false;
    }

    /** Counts one full receiver less; returns whether none is left. */
    boolean remove(long nowNs) {
        if (--count == 0) {
            held = new Held(held.ns(nowNs), false, 0);
            return true;
        }
        return false;
    }

    /** Sets the number of full receivers at the start; returns whether there are any. */
    boolean begin(int full, long nowNs) {
        count = full;
        held = new Held(held.ns(nowNs), full > 0, nowNs);
        return full > 0;
    }

    /** Returns whether any receiver is full; the value may be slightly stale. */
    boolean isAnyFull() {
        return held.now();
    }

    /**
     * Returns the nanoseconds for which receivers have stopped the executor so far; the value may
     * be slightly stale.
     */
    long heldBackNs(long nowNs) {
        return held.ns(nowNs);
    }
}
