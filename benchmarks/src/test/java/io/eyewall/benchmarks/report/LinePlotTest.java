package io.eyewall.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.report.LinePlot.Line;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinePlotTest {
    @Test
    void labelsAreMovedApartAndNotOutOfThePlot() {
        assertThat(LinePlot.apart(List.of(100.0, 104.0, 200.0), 220))
                .containsExactly(100.0, 114.0, 200.0);
        assertThat(LinePlot.apart(List.of(210.0, 211.0, 212.0), 220))
                .containsExactly(192.0, 206.0, 220.0);
        assertThat(LinePlot.apart(List.of(), 220)).isEmpty();
    }

    @Test
    void namesStandInTheOrderOfTheLinesEnds() {
        String plot =
                LinePlot.draw(
                        "rates",
                        "parallelism",
                        List.of(
                                new Line("lower", Map.of(1, 9.0, 2, 0.1), false),
                                new Line("upper", Map.of(1, 8.0, 2, 0.2), true)));

        assertThat(plot.indexOf(">upper<")).isPositive().isLessThan(plot.indexOf(">lower<"));
    }
}
