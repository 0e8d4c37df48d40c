package io.eyewall.server.keeper;

import java.time.Duration;

/**
 * The delay before a crashed process is started again: none after the first crash, then doubled
 * after each further crash up to a limit, until a process has run for long enough. For one thread.
 */
final class RestartDelay {
    private static final int MAX_DOUBLINGS = 30; // so that the product does not overflow

    private final Duration first;
    private final Duration longest;
    private final Duration stableAfter;
    private int crashesInARow;

    /**
     * @param first delay after the second crash in a row
     * @param longest longest delay
     * @param stableAfter a process that has run for this long resets the count of crashes
     */
    RestartDelay(Duration first, Duration longest, Duration stableAfter) {
        this.first = first;
        this.longest = longest;
        this.stableAfter = stableAfter;
    }

    /**
     * Counts a crash and returns the delay until the next start.
     *
     * @param ran how long the process ran
     */
    Duration delayAfterCrash(Duration ran) {
        crashesInARow = ran.compareTo(stableAfter) >= 0 ? 1 : crashesInARow + 1;
        if (crashesInARow == 1) {
            return Duration.ZERO;
        }
        Duration delay = first.multipliedBy(1L << Math.min(crashesInARow - 2, MAX_DOUBLINGS));
        return delay.compareTo(longest) < 0 ? delay : longest;
    }

    /** Returns the number of crashes in a row. */
    int crashesInARow() {
        return crashesInARow;
    }
}
