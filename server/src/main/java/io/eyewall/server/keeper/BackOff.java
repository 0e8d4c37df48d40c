package io.eyewall.server.keeper;

import java.time.Duration;

/**
 * How long to wait before a process that crashed is started again: not at all the first time, then
 * twice as long each time, up to a limit, until one has run for long enough. One thread.
 */
final class BackOff {
    private static final int MOST_DOUBLINGS = 30;

    private final Duration first;
    private final Duration most;
    private final Duration longEnough;
    private int crashes;

    /**
     * @param first of the second crash in a row
     * @param most ever
     * @param longEnough for a process to have run, that its crash counts as the first again
     */
    BackOff(Duration first, Duration most, Duration longEnough) {
        this.first = first;
        this.most = most;
        this.longEnough = longEnough;
    }

    /** After another crash: the time until the next start. */
    Duration afterCrash(Duration ran) {
        crashes = ran.compareTo(longEnough) >= 0 ? 1 : crashes + 1;
        if (crashes == 1) {
            return Duration.ZERO;
        }
        Duration wait = first.multipliedBy(1L << Math.min(crashes - 2, MOST_DOUBLINGS));
        return wait.compareTo(most) < 0 ? wait : most;
    }

    /** Crashes in a row. */
    int crashes() {
        return crashes;
    }
}
