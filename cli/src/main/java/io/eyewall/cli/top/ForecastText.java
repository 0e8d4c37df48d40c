package io.eyewall.cli.top;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Printed;
import io.eyewall.control.forecast.Forecast;
import java.util.Locale;

/** Writes the model's predictions as a line beside the measurements. */
final class ForecastText {
    private ForecastText() {}

    static String line(Forecast forecast) {
        StringBuilder line =
                new StringBuilder("model   ")
                        .append(Printed.count(forecast.rootsPerSec()))
                        .append("/s of ")
                        .append(Printed.count(forecast.maxPerSec()))
                        .append(" (then full: ")
                        .append(Printable.line(forecast.bottleneck()))
                        .append(')');
        if (forecast.isModelWrong()) {
            line.append("  the model is wrong about that");
        }
        Forecast.Pair cores = forecast.cores();
        if (cores.measured() >= 0) {
            line.append(
                    String.format(
                            Locale.ROOT,
                            "  cores %.2f, predicted %.2f",
                            cores.measured(),
                            cores.predicted()));
        }
        if (!forecast.whyNoLatency().isEmpty()) {
            line.append("  latency not predictable: ")
                    .append(Printable.line(forecast.whyNoLatency()));
        } else if (forecast.meanNs().measured() > 0) {
            line.append("  mean ").append(latency(forecast.meanNs()));
            line.append("  p99 ").append(latency(forecast.p99Ns()));
        }
        if (!forecast.drift().isEmpty()) {
            line.append("  DRIFT: ").append(String.join(", ", forecast.drift()));
        }
        return line.toString();
    }

    private static String latency(Forecast.Pair pair) {
        return Printed.latency(pair.measured())
                + ", predicted "
                + (Double.isFinite(pair.predicted()) ? Printed.latency(pair.predicted()) : "any");
    }
}
