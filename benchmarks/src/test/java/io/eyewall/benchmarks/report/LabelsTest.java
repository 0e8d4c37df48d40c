package io.eyewall.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LabelsTest {
    @Test
    void labelsAreMovedApartAndNotOutOfThePlot() {
        assertThat(Labels.apart(List.of(100.0, 104.0, 200.0), 14, 220))
                .containsExactly(100.0, 114.0, 200.0);
        assertThat(Labels.apart(List.of(210.0, 211.0, 212.0), 14, 220))
                .containsExactly(192.0, 206.0, 220.0);
        assertThat(Labels.apart(List.of(), 14, 220)).isEmpty();
    }
}
