package io.eyewall.engine.executor;

/**
 * How many receivers of an executor are full, and how long it has been held back for them. For the
 * executor's core; the time may be read by any thread.
 */
final class FullReceivers {
    private int count;
    private long sinceNs;
    private long heldBackNs;

    /** One more is full; whether it is the first. */
    boolean add(long nowNs) {
        if (count++ == 0) {
            sinceNs = nowNs;
            return true;
        }
        return false;
    }

    /** One has room again; whether none is full any more. */
    boolean remove(long nowNs) {
        if (--count == 0) {
            heldBackNs += nowNs - sinceNs;
            sinceNs = 0;
            return true;
        }
        return false;
    }

    /** Counts anew, at the start; whether any is full. */
    boolean begin(int full, long nowNs) {
        count = full;
        sinceNs = full > 0 ? nowNs : 0;
        return full > 0;
    }

    /** Whether any is full; may be a moment old. */
    boolean isAnyFull() {
        return count > 0;
    }

    /** Nanoseconds held back so far; may be a moment old. */
    long heldBackNs(long nowNs) {
        long since = sinceNs;
        return heldBackNs + (since == 0 ? 0 : nowNs - since);
    }
}
