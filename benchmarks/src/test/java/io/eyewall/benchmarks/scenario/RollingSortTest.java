package io.eyewall.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RollingSortTest {
    private final RollingSort window = new RollingSort();

    @Test
    void keepsTheLastTextsInOrderOfArrival() {
        for (int i = 0; i < 130; i++) {
            window.add("text " + i);
        }

        assertThat(window.inOrderOfArrival())
                .hasSize(RollingSort.WINDOW)
                .startsWith("text 30", "text 31")
                .endsWith("text 128", "text 129");
    }

    @Test
    void sortsWhatThereIs() {
        window.add("b");
        window.add("a");
        assertThat(window.sorted()).isEmpty();

        window.sort();

        assertThat(window.sorted()).containsExactly("a", "b");
        assertThat(window.inOrderOfArrival()).containsExactly("b", "a");
    }
}
