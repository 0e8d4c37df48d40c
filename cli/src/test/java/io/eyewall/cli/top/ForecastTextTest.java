package io.eyewall.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.forecast.Forecast;
import io.eyewall.control.forecast.Forecast.Pair;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastTextTest {
    private static final Pair NOT_MEASURED = new Pair(-1, 1e6);

    @Test
    void saysRateAndProcessorTime() {
        Forecast forecast =
                new Forecast(
                        1_940_000,
                        4_630_000,
                        "core-0",
                        new Pair(0.83, 0.8),
                        NOT_MEASURED,
                        NOT_MEASURED,
                        "",
                        List.of());

        assertThat(ForecastText.line(forecast))
                .isEqualTo(
                        "model   1.94M/s of 4.63M (then full: core-0)  cores 0.83, predicted 0.80");
    }

    @Test
    void whatWasNotMeasuredIsNotShown() {
        Forecast forecast =
                new Forecast(
                        100,
                        1_000,
                        "core-0",
                        NOT_MEASURED,
                        NOT_MEASURED,
                        NOT_MEASURED,
                        "",
                        List.of());

        assertThat(ForecastText.line(forecast))
                .isEqualTo("model   100/s of 1.00k (then full: core-0)");
    }

    @Test
    void saysWhatDrifts() {
        Forecast forecast =
                new Forecast(
                        1_200,
                        1_000,
                        "core-\u001b1",
                        new Pair(1.9, 1),
                        new Pair(20e6, Double.POSITIVE_INFINITY),
                        new Pair(90e6, 3e6),
                        "",
                        List.of());

        assertThat(ForecastText.line(forecast))
                .doesNotContain("\u001b")
                .contains(
                        "latency not predictable: the measured rate exceeds the maximum that the"
                                + " model predicts")
                .endsWith("  DRIFT: rate, processor time, latency");
    }
}
