package io.eyewall.console.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountsOfAllTest {
    private static final RowTable NONE = RowTable.of(new double[0][]);

    private final CountsOfAll counts = new CountsOfAll();

    private String add(long acked, long failed) {
        TopologyTotals totals =
                new TopologyTotals(
                        "ACTIVE", "running", "good", "", 0, 0, "", 1, 1, true, acked, failed, 0, 0,
                        0, 1, 0, 0, 0, 0);
        TopologyTotals all =
                counts.add(new Numbers(1, totals, NONE, NONE, NONE, NONE, NONE, NONE)).totals();
        return all.acked() + " " + all.failed();
    }

    @Test
    void countsGoOnWhereAProcessIsStartedAnew() {
        assertThat(add(100, 2)).isEqualTo("100 2");
        assertThat(add(150, 3)).isEqualTo("150 3");
        assertThat(add(0, 0)).as("there is none now").isEqualTo("150 3");
        assertThat(add(10, 0)).isEqualTo("160 3");
        assertThat(add(5, 0)).as("the third one").isEqualTo("165 3");
    }
}
