package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WindowedMeansTest {
    private final WindowedMeans<String> means = new WindowedMeans<>(20);

    @AfterEach
    void close() {
        means.close();
    }

    @Test
    void weighsSecondsByTheirTuples() {
        for (int second = 0; second < 9; second++) {
            means.add("words", 100_000_000, 1_000); // 0.1 ms each
        }
        means.add("words", 500_000_000, 1);
        Map<String, Map<String, Double>> ms = means.meansMs();
        assertThat(ms).containsOnlyKeys("600", "10800", "86400", ":all-time");
        for (Map<String, Double> window : ms.values()) {
            assertThat(window.get("words")).isCloseTo(1_400 / 9_001.0, within(1e-9));
        }
    }

    @Test
    void keepsFractionsOfAMillisecond() {
        means.add("a", 300_000, 1);
        means.add("b", 0, 5);
        assertThat(means.meansMs().get(":all-time")).isEqualTo(Map.of("a", 0.3, "b", 0.0));
    }
}
