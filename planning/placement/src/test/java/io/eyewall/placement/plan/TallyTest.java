package io.eyewall.placement.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TallyTest {
    private static Tally use(double before, double after) {
        Tally change = new Tally();
        change.replaceUse(before, after);
        return change;
    }

    @Test
    void smallExcessIsSeenAfterLargeOnesHaveGone() {
        Tally tally = new Tally();
        tally.add(use(0, 1.00003));
        for (double large = 2.1; large < 9; large += 0.7) {
            tally.add(use(0, large));
            tally.add(use(large, large / 3));
            tally.add(use(large / 3, 0));
        }

        assertThat(tally.violation()).isCloseTo(3e-5, within(1e-7));
        assertThat(tally.violationAfter(use(0, 1.00003)))
                .isCloseTo(3e-5 * Math.pow(2, 0.25), within(1e-7));
    }

    @Test
    void zeroMeansThatNothingIsViolated() {
        Tally tally = new Tally();
        tally.add(use(0, 1 + 2e-9));

        assertThat(tally.violation()).isPositive();

        tally.add(use(1 + 2e-9, 1));

        assertThat(tally.violation()).isZero();
    }

    @Test
    void whatKeepsLimitsIsBetterThanTheSmallestExcess() {
        Score kept = new Score(0, 1_000);
        Score exceeded = new Score(2e-9, 1);

        assertThat(kept.betterThan(exceeded)).isTrue();
        assertThat(exceeded.betterThan(kept)).isFalse();
    }
}
