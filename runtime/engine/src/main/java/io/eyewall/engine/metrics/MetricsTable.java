package io.eyewall.engine.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats a topology's counters for people: one line per component, then the latency. */
final class MetricsTable {
    private static final List<String> HEADER =
            List.of(
                    "component",
                    "executors",
                    "emitted",
                    "executed",
                    "acked",
                    "failed",
                    "queued",
                    "pending");

    private MetricsTable() {}

    /** Returns the lines, without a line break at the end. */
    static String of(TopologyMetrics metrics) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        metrics.byComponent().forEach((id, component) -> rows.add(row(id, component)));
        String latency = latency(metrics.completeLatency());
        return aligned(rows) + (latency.isEmpty() ? "" : "\n" + latency);
    }

    private static List<String> row(String id, ComponentMetrics component) {
        return List.of(
                id,
                Integer.toString(component.executors()),
                Long.toString(component.emittedInAll()),
                Long.toString(component.executed()),
                Long.toString(component.acked()),
                Long.toString(component.failed()),
                Long.toString(component.queuedTuples()),
                Long.toString(component.pendingMessages()));
    }

    private static String aligned(List<List<String>> rows) {
        int[] widths = new int[HEADER.size()];
        for (List<String> row : rows) {
            Arrays.setAll(widths, i -> Math.max(widths[i], row.get(i).length()));
        }
        return rows.stream().map(row -> aligned(row, widths)).collect(Collectors.joining("\n"));
    }

    private static String aligned(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder(row.get(0));
        line.append(" ".repeat(widths[0] - row.get(0).length()));
        for (int i = 1; i < widths.length; i++) {
            line.append(" ".repeat(2 + widths[i] - row.get(i).length())).append(row.get(i));
        }
        return line.toString();
    }

    private static String latency(LatencySnapshot latency) {
        return latency.count() == 0
                ? ""
                : "from emit to ack: median "
                        + ms(latency.p50Ns())
                        + ", 99% below "
                        + ms(latency.p99Ns())
                        + ", longest "
                        + ms(latency.maxNs());
    }

    private static String ms(long ns) {
        return String.format(Locale.ROOT, "%.3f ms", ns / 1e6);
    }
}
