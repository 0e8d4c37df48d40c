package io.eyewall.cli.run;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.ReportedError;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the new errors of a topology. The engine keeps as many texts as Storm's throttle permits,
 * by default 5 per component in 10 s, and counts all errors. Used by one thread.
 */
final class ErrorWatch {
    /**
     * Maximum number of errors that one poll returns, whatever the throttle permits; the rest are
     * only counted.
     */
    private static final int MAX_RETURNED = 20;

    /**
     * Maximum number of kinds of errors that are remembered. Errors with the same component and
     * stack frames are of one kind; text in a stack trace may make each error a kind of its own.
     */
    private static final int MAX_KINDS = 1_000;

    private final RunningTopology topology;
    private Set<ErrorReport> previousReports = Set.of();
    private final Map<String, ErrorReport> latestByComponent = new HashMap<>();
    private final Set<Integer> knownKinds = new HashSet<>();

    ErrorWatch(RunningTopology topology) {
        this.topology = topology;
    }

    /**
     * All errors of a component.
     *
     * @param componentId the component's name
     * @param tasks the number of errors of each task, by task number
     * @param latest the last error whose text was kept; null if none was
     */
    record Total(String componentId, Map<Integer, Long> tasks, @Nullable ErrorReport latest) {
        Total {
            tasks = Map.copyOf(tasks);
        }

        long count() {
            return tasks.values().stream().mapToLong(n -> n).sum();
        }
    }

    /**
     * Returns the errors reported since the last call, oldest first. Errors with the same text are
     * combined into one.
     */
    List<ReportedError> news() {
        List<ErrorReport> currentReports =
                topology.errors().stream().filter(report -> report.number() > 0).toList();
        Map<String, List<ErrorReport>> reportsByText = new LinkedHashMap<>();
        for (ErrorReport report : currentReports) {
            if (!previousReports.contains(report)) {
                String text = report.componentId() + '\n' + Printable.headline(report.stackTrace());
                reportsByText.computeIfAbsent(text, key -> new ArrayList<>()).add(report);
                latestByComponent.put(report.componentId(), report);
            }
        }
        previousReports = new HashSet<>(currentReports);
        Map<String, Long> counts = reportsByText.isEmpty() ? Map.of() : countsByComponent();
        return reportsByText.values().stream()
                .limit(MAX_RETURNED)
                .map(
                        reports -> {
                            ErrorReport last = reports.get(reports.size() - 1);
                            long count = counts.getOrDefault(last.componentId(), 0L);
                            return new ReportedError(last, reports.size(), count, isNewKind(last));
                        })
                .toList();
    }

    private boolean isNewKind(ErrorReport report) {
        String text = report.stackTrace();
        int end = text.indexOf('\n');
        String calls = end < 0 ? text : text.substring(end);
        return knownKinds.size() < MAX_KINDS
                && knownKinds.add(Objects.hash(report.componentId(), calls));
    }

    private Map<String, Long> countsByComponent() {
        Map<String, Long> counts = new HashMap<>();
        totals().forEach(total -> counts.put(total.componentId(), total.count()));
        return counts;
    }

    /** Returns the errors of all components that have reported any, in the order of their names. */
    List<Total> totals() {
        Map<String, Map<Integer, Long>> tasks = new TreeMap<>();
        topology.errorCounts()
                .forEach(
                        (task, count) ->
                                tasks.computeIfAbsent(
                                                topology.plan().executorOf(task).componentId(),
                                                id -> new TreeMap<>())
                                        .put(task, count));
        return tasks.entrySet().stream()
                .map(e -> new Total(e.getKey(), e.getValue(), latestByComponent.get(e.getKey())))
                .toList();
    }
}
