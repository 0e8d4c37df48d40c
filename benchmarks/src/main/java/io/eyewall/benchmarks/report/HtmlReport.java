package io.eyewall.benchmarks.report;

import static io.eyewall.benchmarks.report.Svg.escape;

import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.runner.Environment;
import io.eyewall.benchmarks.scenario.runner.Summary;
import io.eyewall.benchmarks.scenario.runner.Summary.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Writes the report of a run as one HTML file without scripts or external resources. */
public final class HtmlReport {
    private final StringBuilder out = new StringBuilder();

    private HtmlReport() {}

    /** Writes the report to a file, replacing an existing one. */
    public static void write(Path file, Environment environment, Summary summary)
            throws IOException {
        Files.writeString(file, create(environment, summary));
    }

    /** Returns the page. */
    static String create(Environment environment, Summary summary) throws IOException {
        HtmlReport report = new HtmlReport();
        report.out.append(Page.head("Eyewall: benchmarks", "Systems side by side"));
        report.environment(environment);
        report.out.append(FigureTables.create(summary.rows()));
        report.scenarios(summary.rows());
        report.byParallelism(summary.rows());
        report.out.append(Page.end());
        return report.out.toString();
    }

    private void environment(Environment environment) {
        Map<String, String> facts = Page.machine(environment);
        facts.put("Options of all", String.join(" ", environment.jvmArguments()));
        facts.put(
                "Protocol",
                String.format(
                        "warm-up %s s, window %s s, medians of %d rounds, a fresh JVM each",
                        Axis.label(environment.warmupMs() / 1e3),
                        Axis.label(environment.windowMs() / 1e3),
                        environment.rounds()));
        out.append(Page.facts(facts));
    }

    private void scenarios(List<Row> rows) {
        Map<Scenario, List<Row>> byScenario = new LinkedHashMap<>();
        for (Row row : rows) {
            byScenario.computeIfAbsent(row.scenario(), name -> new ArrayList<>()).add(row);
        }
        byScenario.forEach(
                (scenario, all) -> {
                    List<Row> good = all.stream().filter(row -> row.goodRounds() > 0).toList();
                    out.append("<h2>").append(escape(title(scenario))).append("</h2>\n");
                    if (!good.isEmpty()) {
                        plots(scenario, good);
                    }
                });
    }

    private void plots(Scenario scenario, List<Row> rows) {
        out.append("<div class=\"plots\">\n");
        if (scenario.work().isSilent()) {
            out.append(plot("CPU, % of a core", rows, row -> 100 * row.coresUsed()));
        } else {
            if (scenario.work().ratePerSec() == 0) {
                out.append(BarPlot.draw("million units per second", bars(rows)));
            }
            out.append(plot("CPU seconds per million units", rows, Row::cpuSecPerMillionUnits));
        }
        List<RangePlot.Range> ranges = ranges(rows);
        if (!ranges.isEmpty()) {
            out.append(RangePlot.draw("latency in µs: p50, p99, p99.9", ranges));
        }
        out.append("</div>\n");
    }

    private static String plot(String title, List<Row> rows, ToDoubleFunction<Row> value) {
        return BarPlot.draw(
                title,
                rows.stream()
                        .map(
                                row ->
                                        BarPlot.Bar.of(
                                                row.peer().name(),
                                                value.applyAsDouble(row),
                                                isOurs(row)))
                        .toList());
    }

    private static List<BarPlot.Bar> bars(List<Row> rows) {
        return rows.stream()
                .map(
                        row ->
                                new BarPlot.Bar(
                                        row.peer().name(),
                                        row.millionUnitsPerSec(),
                                        row.lowest(),
                                        row.highest(),
                                        isOurs(row)))
                .toList();
    }

    private static List<RangePlot.Range> ranges(List<Row> rows) {
        List<RangePlot.Range> ranges = new ArrayList<>();
        for (Row row : rows) {
            if (row.hasLatency()) {
                ranges.add(range(row.peer().name() + ", from due", row.fromDue(), isOurs(row)));
                ranges.add(range("from emit", row.fromEmit(), isOurs(row)));
            }
        }
        return ranges;
    }

    private static RangePlot.Range range(String name, Summary.LatencyUs latency, boolean ours) {
        return new RangePlot.Range(
                name, List.of(latency.p50(), latency.p99(), latency.p999()), ours);
    }

    /** Appends a plot for each work that was measured at several parallelisms. */
    private void byParallelism(List<Row> rows) {
        Map<String, Map<String, LinePlot.Line>> plots = new LinkedHashMap<>();
        for (Row row : rows) {
            if (row.goodRounds() > 0 && !row.scenario().work().isSilent()) {
                Scenario scenario = row.scenario();
                String title = scenario.work().title() + (scenario.acked() ? ", acked" : "");
                plots.computeIfAbsent(title, name -> new LinkedHashMap<>())
                        .computeIfAbsent(
                                row.peer().name(),
                                name -> new LinePlot.Line(name, new TreeMap<>(), isOurs(row)))
                        .values()
                        .put(scenario.parallelism(), row.millionUnitsPerSec());
            }
        }
        plots.values()
                .removeIf(
                        lines ->
                                lines.values().stream()
                                        .noneMatch(line -> line.values().size() > 1));
        if (plots.isEmpty()) {
            return;
        }
        out.append("<h2>By parallelism</h2>\n<div class=\"plots\">\n");
        plots.forEach(
                (title, lines) ->
                        out.append(
                                LinePlot.draw(
                                        title + ": million units per second",
                                        "parallelism",
                                        List.copyOf(lines.values()))));
        out.append("</div>\n");
    }

    private static String title(Scenario scenario) {
        return scenario.name()
                + ": "
                + scenario.work().title()
                + (scenario.acked() ? ", acked" : "")
                + (scenario.parallelism() > 1 ? ", parallelism " + scenario.parallelism() : "");
    }

    private static boolean isOurs(Row row) {
        return row.peer().kind() == PeerKind.EYEWALL;
    }
}
