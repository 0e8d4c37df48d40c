package io.eyewall.engine.executor;

/**
 * How many receivers of an executor are full, and how long it has been held back for them. For the
 * executor's core; whether and how long may be asked by any thread.
 */
final class FullReceivers {
    private int count;
    private volatile Held held = new Held(0, false, 0);

    /**
     * One object, so that whoever asks sees all of it as it was at one moment.
     *
     * @param beforeNs how long it was held back, but for the present time
     * @param now whether it is held back
     * @param sinceNs since when, if it is
     */
    private record Held(long beforeNs, boolean now, long sinceNs) {
        long ns(long nowNs) {
            return now ? beforeNs + Math.max(0, nowNs - sinceNs) : beforeNs;
        }
    }

    /** One more is full; whether it is the first. */
    boolean add(long nowNs) {
        if (count++ == 0) {
            held = new Held(held.beforeNs(), true, nowNs);
            return true;
        }
        return false;
    }

    /** One has room again; whether none is full any more. */
    boolean remove(long nowNs) {
        if (--count == 0) {
            held = new Held(held.ns(nowNs), false, 0);
            return true;
        }
        return false;
    }

    /** Counts anew, at the start; whether any is full. */
    boolean begin(int full, long nowNs) {
        count = full;
        held = new Held(held.ns(nowNs), full > 0, nowNs);
        return full > 0;
    }

    /** Whether any is full; may be a moment old. */
    boolean isAnyFull() {
        return held.now();
    }

    /** Nanoseconds held back so far; may be a moment old. */
    long heldBackNs(long nowNs) {
        return held.ns(nowNs);
    }
}
