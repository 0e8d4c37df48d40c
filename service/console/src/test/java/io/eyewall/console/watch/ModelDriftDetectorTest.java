package io.eyewall.console.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.eyewall.console.memory.TimeLine;
import io.eyewall.control.forecast.Forecast;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelDriftDetectorTest {
    private final TimeLine timeLine = new TimeLine();
    private final ModelDriftDetector drift = new ModelDriftDetector(timeLine);

    private static Forecast cores(double measured) {
        return new Forecast(
                1_000,
                5_000,
                "core-0",
                new Forecast.Pair(measured, 0.5),
                new Forecast.Pair(-1, 2e6),
                new Forecast.Pair(-1, 9e6),
                "",
                List.of());
    }

    private void look(int times, double measured) {
        for (int i = 0; i < times; i++) {
            drift.onForecast(7, cores(measured));
        }
    }

    @Test
    void asPredictedIsNoNews() {
        look(10, 0.55);
        assertThat(timeLine.after(0)).isEmpty();
    }

    @Test
    void whatLastsIsToldOnceAndThatItIsOver() {
        look(10, 1.25);
        look(10, 0.55);

        assertThat(timeLine.after(0))
                .extracting(TimeLine.Entry::bad, TimeLine.Entry::text)
                .containsExactly(
                        tuple(
                                true,
                                "drifts from its model in processor time: 1000/s of at most 5000/s;"
                                        + " cores 1.25, predicted 0.50; mean ms not measured; p99"
                                        + " ms not measured"),
                        tuple(
                                false,
                                "no longer drifts from its model in processor time: 1000/s of at most"
                                        + " 5000/s; cores 0.55, predicted 0.50; mean ms not"
                                        + " measured; p99 ms not measured"));
    }

    @Test
    void latencyThatIsTooShortForDriftIsNotCalledAsPredicted() {
        for (double meanMs : List.of(9.0, 2.0)) {
            for (int i = 0; i < 5; i++) {
                drift.onForecast(7, latency(meanMs * 1e6));
            }
        }

        assertThat(timeLine.after(0))
                .extracting(TimeLine.Entry::text)
                .containsExactly(
                        "drifts from its model in latency: 1000/s of at most 5000/s; cores 0.50,"
                                + " predicted 0.50; mean ms 9.00, predicted 0.10; p99 ms not measured",
                        "no longer drifts from its model in latency: 1000/s of at most 5000/s;"
                                + " cores 0.50, predicted 0.50; mean ms 2.00, predicted 0.10; p99"
                                + " ms not measured (up to 5 ms latency is not drift)");
    }

    private static Forecast latency(double meanNs) {
        return new Forecast(
                1_000,
                5_000,
                "core-0",
                new Forecast.Pair(0.5, 0.5),
                new Forecast.Pair(meanNs, 1e5),
                new Forecast.Pair(-1, 9e6),
                "",
                List.of());
    }

    @Test
    void singleOddLooksAreNotTold() {
        for (int i = 0; i < 5; i++) {
            look(2, 1.25);
            look(2, 0.55);
        }
        assertThat(timeLine.after(0)).isEmpty();
    }
}
