package io.eyewall.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Statistics}, and the part of a page that is written. */
class StatisticsTest {
    @Test
    void aQuantileIsAValueOfTheSample() {
        List<Double> ten = List.of(10.0, 1.0, 9.0, 2.0, 8.0, 3.0, 7.0, 4.0, 6.0, 5.0);
        assertThat(Statistics.quantile(ten, 0.5)).isEqualTo(5);
        assertThat(Statistics.quantile(ten, 0.9)).isEqualTo(9);
        assertThat(Statistics.quantile(List.of(3.0), 0.5)).isEqualTo(3);
    }

    @Test
    void ranksCorrelateWhateverTheValues() {
        List<Double> values = List.of(1.0, 10.0, 100.0);
        assertThat(Statistics.rankCorrelation(values, List.of(1.0, 2.0, 3.0)))
                .isCloseTo(1, within(1e-9));
        assertThat(Statistics.rankCorrelation(values, List.of(3.0, 2.0, 1.0)))
                .isCloseTo(-1, within(1e-9));
        // By hand: ranks 1, 2.5, 2.5 beside 1, 2, 3.
        assertThat(Statistics.rankCorrelation(List.of(5.0, 7.0, 7.0), List.of(1.0, 2.0, 3.0)))
                .isCloseTo(Math.sqrt(3) / 2, within(1e-9));
    }

    @Test
    void onlyItsSectionOfAPageIsWritten() {
        AccuracyMain.Section section = new AccuracyMain.Section("load");
        String page = "before\n<!-- load -->\nold\n<!-- end load -->\nafter\n";
        assertThat(section.replace(page, "new\n"))
                .isEqualTo("before\n<!-- load -->\nnew\n<!-- end load -->\nafter\n");
        assertThatThrownBy(() -> section.replace("nothing", "new"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("<!-- load -->");
    }
}
