package io.eyewall.console.watch;

import io.eyewall.console.memory.TimeLine;
import io.eyewall.console.memory.TimeLine.Kind;
import io.eyewall.control.forecast.Forecast;
import java.util.List;
import java.util.Locale;

/**
 * Puts on the time line where a topology and its model come apart, and that they agree again: after
 * they have done so for some looks, as single ones may be odd. Guarded by its owner's lock.
 */
final class Drift {
    private static final int LOOKS = 3;

    private final TimeLine timeLine;
    private List<String> told = List.of();
    private List<String> last = List.of();
    private int alike;

    Drift(TimeLine timeLine) {
        this.timeLine = timeLine;
    }

    void onForecast(long timeMs, Forecast forecast) {
        List<String> now = forecast.drift();
        alike = now.equals(last) ? alike + 1 : 1;
        last = now;
        if (alike >= LOOKS && !now.equals(told)) {
            List<String> before = told;
            told = now;
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
                forecast.mostPerSec(),
                pair(forecast.cores(), 1),
                pair(forecast.meanNs(), 1e6),
                pair(forecast.p99Ns(), 1e6));
    }

    /** Why latencies that stand beside much shorter ones are none. */
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
