package io.eyewall.console.watch;

import io.eyewall.console.memory.TimeLine;
import io.eyewall.console.memory.TimeLine.Kind;
import io.eyewall.control.forecast.Forecast;
import java.util.List;
import java.util.Locale;

/**
 * Adds to the time line when a topology's measurements drift from its model's predictions and when
 * they agree again. It reports a change only after {@value #FORECASTS} equal forecasts in a row,
 * because a single one may be an outlier. Guarded by the owner's lock.
 */
final class ModelDriftDetector {
    private static final int FORECASTS = 3;

    private final TimeLine timeLine;
    private List<String> reported = List.of();
    private List<String> last = List.of();
    private int equalInARow;

    ModelDriftDetector(TimeLine timeLine) {
        this.timeLine = timeLine;
    }

    void onForecast(long timeMs, Forecast forecast) {
        List<String> now = forecast.drift();
        equalInARow = now.equals(last) ? equalInARow + 1 : 1;
        last = now;
        if (equalInARow >= FORECASTS && !now.equals(reported)) {
            List<String> before = reported;
            reported = now;
            boolean apart = !now.isEmpty();
            timeLine.add(
                    timeMs,
                    Kind.MODEL,
                    apart,
                    apart
                            ? "drifts from its model in "
                                    + String.join(", ", now)
                                    + numbers(forecast)
                            : "no longer drifts from its model in "
                                    + String.join(", ", before)
                                    + numbers(forecast)
                                    + bounds(forecast));
        }
    }

    private static String numbers(Forecast forecast) {
        return String.format(
                Locale.ROOT,
                ": %.0f/s of at most %.0f/s; cores %s; mean ms %s; p99 ms %s",
                forecast.rootsPerSec(),
                forecast.maxPerSec(),
                pair(forecast.cores(), 1),
                pair(forecast.meanNs(), 1e6),
                pair(forecast.p99Ns(), 1e6));
    }

    /** Explains why a latency far from its prediction is not listed as drift: both are short. */
    private static String bounds(Forecast forecast) {
        return forecast.meanNs().isShortAndOff() || forecast.p99Ns().isShortAndOff()
                ? " (up to %.0f ms latency is not drift)".formatted(Forecast.SHORT_NS / 1e6)
                : "";
    }

    private static String pair(Forecast.Pair pair, double unit) {
        return pair.measured() < 0
                ? "not measured"
                : String.format(
                        Locale.ROOT,
                        "%.2f, predicted %.2f",
                        pair.measured() / unit,
                        pair.predicted() / unit);
    }
}
