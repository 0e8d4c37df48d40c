package io.eyewall.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.report.LinePlot.Line;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinePlotTest {
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
