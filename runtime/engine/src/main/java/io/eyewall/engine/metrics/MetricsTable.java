package io.eyewall.engine.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
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
        Map<String, List<ExecutorMetrics>> components =
                metrics.executors().stream()
                        .collect(
                                Collectors.groupingBy(
                                        e -> e.executor().componentId(),
                                        TreeMap::new,
                                        Collectors.toList()));
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        components.forEach((id, executors) -> rows.add(row(id, executors)));
        String latency = latency(metrics.completeLatency());
        return aligned(rows) + (latency.isEmpty() ? "" : "\n" + latency);
    }

    private static List<String> row(String id, List<ExecutorMetrics> executors) {
        return List.of(
                id,
                Integer.toString(executors.size()),
                sum(executors, e -> e.emitted().values().stream().mapToLong(n -> n).sum()),
                sum(executors, ExecutorMetrics::executed),
                sum(executors, ExecutorMetrics::acked),
                sum(executors, ExecutorMetrics::failed),
                sum(executors, ExecutorMetrics::queuedTuples),
                sum(executors, ExecutorMetrics::pendingMessages));
    }

    private static String sum(
            List<ExecutorMetrics> executors, ToLongFunction<ExecutorMetrics> number) {
        return Long.toString(executors.stream().mapToLong(number).sum());
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
