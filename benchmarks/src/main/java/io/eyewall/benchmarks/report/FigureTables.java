package io.eyewall.benchmarks.report;

import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.runner.Summary.LatencyUs;
import io.eyewall.benchmarks.scenario.runner.Summary.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes all figures of a run as HTML tables, with explanations. */
final class FigureTables {
    private static final List<String> FIGURES =
            List.of(
                    "scenario",
                    "system",
                    "M units/s",
                    "lowest – highest",
                    "± %",
                    "CPU s per M",
                    "cores",
                    "others",
                    "RSS MiB",
                    "threads",
                    "first unit s",
                    "× hand-written",
                    "× eyewall",
                    "CPU ×");

    private static final List<String> LATENCIES =
            List.of(
                    "scenario",
                    "system",
                    "from due: p50",
                    "p99",
                    "p99.9",
                    "from emit: p50",
                    "p99",
                    "p99.9");

    /** Number of columns that contain names and not figures. */
    private static final int NAMES = 2;

    private final StringBuilder out = new StringBuilder();

    private FigureTables() {}

    /** Returns the tables; the one of latencies is left out if no latency was measured. */
    static String create(List<Row> rows) {
        FigureTables tables = new FigureTables();
        tables.figures(rows);
        List<Row> late = rows.stream().filter(Row::hasLatency).toList();
        if (!late.isEmpty()) {
            tables.latencies(late);
        }
        return tables.out.toString();
    }

    private void figures(List<Row> rows) {
        begin("All figures", FIGURES);
        Scenario last = null;
        for (Row row : rows) {
            names(row, last);
            last = row.scenario();
            if (row.goodRounds() == 0) {
                out.append("<td class=\"failed\" colspan=\"")
                        .append(FIGURES.size() - NAMES)
                        .append("\">no right answer\n");
                continue;
            }
            number(row.millionUnitsPerSec());
            figure(
                    row.goodRounds() < 2
                            ? "–"
                            : Axis.label(row.lowest()) + " – " + Axis.label(row.highest()));
            number(100 * row.spread().orElse(Double.NaN));
            number(row.cpuSecPerMillionUnits());
            number(row.coresUsed());
            number(row.coresOfOthers());
            number(row.rssMib());
            number(row.threads());
            number(row.firstUnitSec());
            number(row.toHandwritten().orElse(Double.NaN));
            number(row.toOurs().orElse(Double.NaN));
            number(row.cpuToOurs().orElse(Double.NaN));
            if (row.failedRounds() > 0) {
                cell(row.failedRounds() + " rounds failed");
            }
            out.append('\n');
        }
        end(
                """
                Medians over the rounds; ± %: how far a round's rate is from the median at most; the lines
                on the bars span all rounds. CPU: of the whole process. RSS: at the window's end. First
                unit: from the JVM's launch. Others: cores that other processes kept busy, near 0 on a
                quiet machine. ×: rate as a multiple of the fastest hand-written system with the same
                answer at the same parallelism (unacked), and of eyewall; CPU ×: CPU time per unit as a
                multiple of eyewall's.""");
    }

    private void latencies(List<Row> rows) {
        begin("Latency in µs", LATENCIES);
        Scenario last = null;
        for (Row row : rows) {
            names(row, last);
            last = row.scenario();
            latency(row.fromDue());
            latency(row.fromEmit());
            out.append('\n');
        }
        end(
                """
                Of each round's tuples; medians over the rounds. From due: from when a tuple should have been
                emitted, so that a system pays for those that it kept waiting. From emit: from when it was.""");
    }

    private void begin(String heading, List<String> titles) {
        out.append("<h2>")
                .append(heading)
                .append("</h2>\n<div class=\"wide\"><table class=\"figures\">\n<tr>");
        for (int i = 0; i < titles.size(); i++) {
            out.append(i < NAMES ? "<th>" : "<th class=\"number\">")
                    .append(Svg.escape(titles.get(i)));
        }
        out.append('\n');
    }

    private void end(String note) {
        out.append("</table></div>\n<p class=\"note\">").append(note).append("</p>\n");
    }

    private void names(Row row, @Nullable Scenario last) {
        boolean isOurs = row.peer().kind() == PeerKind.EYEWALL;
        out.append(isOurs ? "<tr class=\"us\">" : "<tr>");
        cell(row.scenario().equals(last) ? "" : row.scenario().name());
        cell(row.peer().name());
    }

    private void latency(LatencyUs latency) {
        number(latency.p50());
        number(latency.p99());
        number(latency.p999());
    }

    private void cell(String text) {
        out.append("<td>").append(Svg.escape(text));
    }

    private void number(double value) {
        figure(Double.isFinite(value) ? Axis.label(value) : "–");
    }

    private void figure(String text) {
        out.append("<td class=\"number\">").append(text);
    }
}
