package io.eyewall.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FirstPlacesTest {
    private static int[] coresOf(int executors, int home, int cores) {
        return IntStream.range(0, executors)
                .map(e -> FirstPlaces.coreOf(e, executors, home, cores))
                .toArray();
    }

    @Test
    void startsTheOnlyExecutorAtHome() {
        assertThat(coresOf(1, 3, 4)).containsExactly(3);
    }

    @Test
    void spreadsExecutorsEvenlyFromHome() {
        assertThat(coresOf(4, 0, 2)).containsExactly(0, 0, 1, 1);
        assertThat(coresOf(4, 2, 4)).containsExactly(2, 3, 0, 1);
        assertThat(coresOf(3, 1, 4)).containsExactly(1, 2, 3);
    }

    @Test
    void startsEquallyParallelComponentsOnTheSameCores() {
        assertThat(coresOf(6, 1, 4)).isEqualTo(coresOf(6, 1, 4)).containsExactly(1, 1, 2, 3, 3, 0);
    }
}
