package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class SampleGapsTest {
    private static final int SAMPLES = 10_000;

    @Test
    void ofTwoTasksThatGetTuplesInTurnBothAreTimed() {
        for (int seed = 0; seed < 20; seed++) {
            SampleGaps gaps = new SampleGaps(128, seed);
            long at = 0;
            int even = 0;
            for (int i = 0; i < SAMPLES; i++) {
                at += gaps.next();
                even += at % 2 == 0 ? 1 : 0;
            }
            assertThat(even).isBetween(4 * SAMPLES / 10, 6 * SAMPLES / 10);
            assertThat((double) at / SAMPLES).isCloseTo(128, withinPercentage(5));
        }
    }

    @Test
    void allAreTimedWhereAllAreAskedFor() {
        SampleGaps gaps = new SampleGaps(1, 7);
        for (int i = 0; i < 10; i++) {
            assertThat(gaps.next()).isEqualTo(1);
        }
    }
}
