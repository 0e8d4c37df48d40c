package io.eyewall.benchmarks.placed;

import java.time.Duration;

/**
 * Durations of a run, all in proportion to the length of a phase: 30 s with the default period of
 * placement, or less for a quick run.
 *
 * @param phaseSec length of a phase in seconds
 */
record Tempo(double phaseSec) {
    private static final double MIN_SEC = 0.1;
    private static final double LONGEST_STEP_SEC = 1;
    private static final int STEPS = 12;
    private static final double PERIODS = 6;
    private static final double LONGEST_LOOK_SEC = 2;

    Tempo {
        if (!(phaseSec >= MIN_SEC)) {
            throw new IllegalArgumentException(
                    "a phase must take at least " + MIN_SEC + " s, not " + phaseSec);
        }
    }

    /** Returns the time between two evaluations of placement. */
    Duration period() {
        return Duration.ofNanos(Math.round(phaseSec / PERIODS * 1e9));
    }

    /** Returns the time from one sample to the next. */
    double stepSec() {
        return Math.min(LONGEST_STEP_SEC, phaseSec / STEPS);
    }

    int stepsPerPhase() {
        return (int) Math.round(phaseSec / stepSec());
    }

    /** Returns how long each static plan is tried; the first half is warm-up. */
    double lookSec() {
        return Math.min(LONGEST_LOOK_SEC, phaseSec / PERIODS);
    }
}
