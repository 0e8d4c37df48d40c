package io.eyewall.placement.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadAverageTest {
    private static final ExecutorId SPOUT = new ExecutorId("t", "spout", 1, 1);
    private static final ExecutorId BOLT = new ExecutorId("t", "bolt", 2, 3);

    @Test
    void weighsThePastWithAlpha() {
        LoadAverage average = new LoadAverage(0.5);
        average.add(snapshot(0.8, 0.2, 1000));

        Snapshot now = average.add(snapshot(0.4, 0.4, 3000));

        assertThat(now.executors().get(0).cores()).isCloseTo(0.6, within(1e-12));
        assertThat(now.traffic().get(0).tuplesPerSec()).isEqualTo(2000);
    }

    @Test
    void beginsWithTheSampleAndForgetsWhoIsGone() {
        LoadAverage average = new LoadAverage(0.5);
        average.add(new Snapshot(List.of(new ExecutorLoad(SPOUT, 0.8, 0)), List.of()));

        Snapshot withBolt = average.add(snapshot(0.8, 0.2, 1000));
        assertThat(withBolt.executors().get(1).cores()).isEqualTo(0.2);
        assertThat(withBolt.traffic().get(0).tuplesPerSec()).isEqualTo(1000);

        Snapshot without =
                average.add(new Snapshot(List.of(new ExecutorLoad(SPOUT, 0.8, 0)), List.of()));
        assertThat(without.executorIds()).containsExactly(SPOUT);
        assertThat(without.traffic()).isEmpty();
    }

    @Test
    void letsTrafficFadeThatHasCeased() {
        LoadAverage average = new LoadAverage(0.5);
        average.add(snapshot(0.8, 0.2, 1000));
        Snapshot silent = new Snapshot(snapshot(0.8, 0.2, 0).executors(), List.of());

        assertThat(average.add(silent).traffic().get(0).tuplesPerSec()).isEqualTo(500);
        for (int i = 0; i < 40; i++) {
            average.add(silent);
        }
        assertThat(average.add(silent).traffic()).isEmpty();
    }

    @Test
    void saysWhatIsWrongWithASnapshot() {
        Traffic flow = new Traffic(SPOUT, BOLT, 1, 1);
        assertThatThrownBy(
                        () -> new Snapshot(List.of(new ExecutorLoad(SPOUT, 0, 0)), List.of(flow)))
                .hasMessageContaining("there is no load of t/bolt:[2 3]");
        assertThatThrownBy(() -> new ExecutorLoad(SPOUT, Double.NaN, 0))
                .hasMessageContaining("load of t/spout:[1 1]: cores must be finite");
    }

    private static Snapshot snapshot(double spout, double bolt, double tuples) {
        return new Snapshot(
                List.of(new ExecutorLoad(BOLT, bolt, 0), new ExecutorLoad(SPOUT, spout, 0)),
                List.of(new Traffic(SPOUT, BOLT, tuples, 10 * tuples)));
    }
}
