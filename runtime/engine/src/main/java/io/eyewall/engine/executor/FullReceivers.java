package io.eyewall.engine.executor;

/**
 * Counts the full receivers of an executor, and measures for how long they have stopped it. Owner
 * thread of the executor's core only; any thread may call {@link #isAnyFull} and {@link
 * #heldBackNs}.
 */
final class FullReceivers {
    private int count;
    private volatile StoppedTime stoppedTime = new StoppedTime(0, false, 0);

    /**
     * The time for which the executor was stopped: a consistent state for readers on other threads.
     *
     * @param earlierNs for how long receivers have stopped the executor, without the present stop
     * @param isStopped whether receivers stop the executor now
     * @param sinceNs when the present stop began, if {@code isStopped}
     */
    private record StoppedTime(long earlierNs, boolean isStopped, long sinceNs) {
        long totalNs(long nowNs) {
            return isStopped ? earlierNs + Math.max(0, nowNs - sinceNs) : earlierNs;
        }
    }

    /** Counts one more full receiver; returns whether it is the first. */
    boolean add(long nowNs) {
        if (count++ == 0) {
            stoppedTime = new StoppedTime(stoppedTime.earlierNs(), true, nowNs);
            return true;
        }
        return false;
    }

    /** Counts one full receiver less; returns whether none is left. */
    boolean remove(long nowNs) {
        if (--count == 0) {
            stoppedTime = new StoppedTime(stoppedTime.totalNs(nowNs), false, 0);
            return true;
        }
        return false;
    }

    /** Sets the number of full receivers at the start; returns whether there are any. */
    boolean setInitialCount(int fullReceivers, long nowNs) {
        count = fullReceivers;
        stoppedTime = new StoppedTime(stoppedTime.totalNs(nowNs), fullReceivers > 0, nowNs);
        return fullReceivers > 0;
    }

    /** Returns whether any receiver is full; the value may be slightly stale. */
    boolean isAnyFull() {
        return stoppedTime.isStopped();
    }

    /**
     * Returns the nanoseconds for which receivers have stopped the executor so far; the value may
     * be slightly stale.
     */
    long heldBackNs(long nowNs) {
        return stoppedTime.totalNs(nowNs);
    }
}
