package io.eyewall.benchmarks.placed;

import java.time.Duration;

/**
 * How long things take, all in proportion to a phase: a look at 30 s with the default period of
 * placement, or a quick one.
 *
 * @param phaseSec seconds of a phase
 */
record Tempo(double phaseSec) {
    private static final double LEAST_SEC = 0.1;
    private static final double LONGEST_STEP_SEC = 1;
    private static final int STEPS = 12;
    private static final double PERIODS = 6;
    private static final double LONGEST_LOOK_SEC = 2;

    Tempo {
        if (!(phaseSec >= LEAST_SEC)) {
            throw new IllegalArgumentException(
                    "a phase must take at least " + LEAST_SEC + " s, not " + phaseSec);
        }
    }

    /** Between two looks of the placement. */
    Duration period() {
        return Duration.ofNanos(Math.round(phaseSec / PERIODS * 1e9));
    }

    /** From one sample to the next. */
    double stepSec() {
        return Math.min(LONGEST_STEP_SEC, phaseSec / STEPS);
    }

    int stepsPerPhase() {
        return (int) Math.round(phaseSec / stepSec());
    }

    /** How long each static plan is tried; half of it passes before. */
    double lookSec() {
        return Math.min(LONGEST_LOOK_SEC, phaseSec / PERIODS);
    }
}
