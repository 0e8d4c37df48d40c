package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.placement.load.ExecutorId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the prediction for other numbers of executors, from counters as they are measured. */
class ResizingTest {
    private static final ExecutorId WHOLE = new ExecutorId("t", "b", 2, 5);
    private static final ExecutorId LOW = new ExecutorId("t", "b", 2, 3);
    private static final ExecutorId HIGH = new ExecutorId("t", "b", 4, 5);

    /**
     * Core 0 of three has a spout and a bolt with tasks 2 to 5; core 1 has another executor.
     *
     * @param other load of core 1
     * @param tuples tuples of the bolt's tasks in the window
     */
    private static Resizing halved(double spout, double bolt, double other, long... tuples) {
        Readings readings =
                new Readings(spout + bolt, other, 0)
                        .executor("s1", 0, spout)
                        .executor(WHOLE, 0, bolt)
                        .executor("x9", 1, other);
        Map<Integer, Long> executed = new HashMap<>();
        long all = 0;
        for (int i = 0; i < tuples.length; i++) {
            executed.put(2 + i, tuples[i]);
            all += tuples[i];
        }
        readings.executed(WHOLE, executed).sends(new ExecutorId("t", "s", 1, 1), WHOLE, all);
        LivePlacement placement =
                new LivePlacement(
                        Core.create(3, 16, 16, Clock.SYSTEM),
                        CoreTree.flat(3),
                        null,
                        CurrentAlgorithm.OFF,
                        Duration.ofSeconds(5));
        LoadWindow window = placement.measure(readings.before(), readings.after()).orElseThrow();
        return Resizing.predict(
                window, readings.after(), placement, List.of(WHOLE), List.of(LOW, HIGH));
    }

    @Test
    void placesNewExecutorsOnCoresWithRoom() {
        Resizing resizing = halved(0.1, 0.9, 0.7, 5_000, 5_000, 5_000, 5_000);

        assertThat(resizing.places().get(LOW)).isNotEqualTo("core-1");
        assertThat(resizing.places().get(HIGH)).isNotEqualTo("core-1");
        assertThat(resizing.places()).containsValue("core-2");
        assertThat(resizing.busiest()).isCloseTo(0.45, within(1e-9));
        assertThat(resizing.fullestBefore()).isCloseTo(0.9, within(1e-3)); // 0.8 count of 0.9
        assertThat(resizing.fullestAfter()).isLessThan(0.6);
    }

    @Test
    void doesNotDivideAHotTask() {
        Resizing resizing = halved(0.1, 0.9, 0.7, 0, 20_000, 0, 0);

        assertThat(resizing.busiest()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void keepsExecutorsTogetherIfCrossingsCostMore() {
        Resizing resizing = halved(0.5, 0.5, 0.7, 5_000_000, 5_000_000, 5_000_000, 5_000_000);

        assertThat(resizing.places()).containsEntry(LOW, "core-0").containsEntry(HIGH, "core-0");
        assertThat(resizing.fullestAfter()).isCloseTo(resizing.fullestBefore(), within(1e-9));
    }
}
