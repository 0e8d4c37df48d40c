package io.eyewall.server.keeper;

import java.time.Duration;

/**
 * The delay before a crashed process is started again: none after the first crash, then doubled
 * after each further crash up to a limit, until a process has run for long enough. For one thread.
 */
final class RestartBackOff {
    private static final int MAX_DOUBLINGS = 30;

    private final Duration first;
    private final Duration most;
    private final Duration longEnough;
    private int crashes;

    /**
     * @param first delay after the second crash in a row
     * @param most longest delay
     * @param longEnough a process that has run for this long resets the count of crashes
     */
    RestartBackOff(Duration first, Duration most, Duration longEnough) {
        this.first = first;
        this.most = most;
        this.longEnough = longEnough;
    }

    /**
     * Counts a crash and returns the delay until the next start.
     *
     * @param ran how long the process ran
     */
    Duration afterCrash(Duration ran) {
        crashes = ran.compareTo(longEnough) >= 0 ? 1 : crashes + 1;
        if (crashes == 1) {
            return Duration.ZERO;
        }
        Duration wait = first.multipliedBy(1L << Math.min(crashes - 2, MAX_DOUBLINGS));
        return wait.compareTo(most) < 0 ? wait : most;
    }

    /** Returns the number of crashes in a row. */
    int crashes() {
        return crashes;
    }
}
