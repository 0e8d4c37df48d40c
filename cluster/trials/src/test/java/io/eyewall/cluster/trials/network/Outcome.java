package io.eyewall.cluster.trials.network;

import java.util.List;
import java.util.Locale;

/**
 * A stream with its centre behind a link like those of the leaves, and then at the switch.
 *
 * @param work rounds of hashing per word, beside counting it
 * @param linkBitsPerSec of each host's link
 */
record Outcome(Stream stream, long work, double linkBitsPerSec, Window shared, Window atSwitch) {
    private static final double MEGA = 1e6;
    private static final double KILO = 1e3;

    double speedUp() {
        return atSwitch.tuplesPerSec() / shared.tuplesPerSec();
    }

    /** Returns the prediction from the measurement with the shared link alone. */
    double predictedSpeedUp() {
        return shared.predictedPerSec(StreamsTopology.LEAVES * linkBitsPerSec)
                / shared.tuplesPerSec();
    }

    /** Returns the lines of a table in Markdown. */
    static String table(List<Outcome> outcomes) {
        StringBuilder table = new StringBuilder();
        table.append(
                "| | link | shared: Mbit/s | 1,000 tuples/s | cores | at the switch: Mbit/s | 1,000"
                        + " tuples/s | cores | times | predicted |\n");
        table.append("|---|---|---|---|---|---|---|---|---|---|\n");
        for (Outcome each : outcomes) {
            table.append(
                    String.format(
                            Locale.ROOT,
                            "| %s%s | %.0f | %s | %s | %.2f | %.2f |%n",
                            each.stream.title(),
                            each.work == 0 ? "" : ", work " + each.work,
                            each.linkBitsPerSec / MEGA,
                            cells(each.shared),
                            cells(each.atSwitch),
                            each.speedUp(),
                            each.predictedSpeedUp()));
        }
        return table.toString();
    }

    private static String cells(Window window) {
        return String.format(
                Locale.ROOT,
                "%.1f | %.0f | %.2f",
                window.bitsPerSec() / MEGA,
                window.tuplesPerSec() / KILO,
                window.cores());
    }
}
