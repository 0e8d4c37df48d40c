package io.eyewall.benchmarks.scenario.runner;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Prints the summary of a run as a text table. */
public final class ResultTable {
    private static final String HEADER =
            """
            scenario         system         M units/s  (lowest - highest)       +-   CPU s/M  cores others  \
            RSS MiB  threads  first s  x hand-written  x eyewall  CPU x  x host""";

    private static final String IDLE_HEADER =
            """
            nothing to do    system         CPU, % of a core  cores others  RSS MiB  threads""";

    private static final String LATENCY_HEADER =
            """
            latency, us      from when due: p50        p99      p99.9  from emit: p50   p99      p99.9""";

    private ResultTable() {}

    /** Prints the environment and the table. */
    public static void print(Environment environment, Summary summary, PrintStream out) {
        out.println(environment.describe());
        printRates(summary.rows().stream().filter(row -> !isIdle(row)).toList(), out);
        printIdle(summary.rows().stream().filter(ResultTable::isIdle).toList(), out);
        printLatencies(summary.rows().stream().filter(Summary.Row::hasLatency).toList(), out);
        out.println();
        out.println(
                """
                Medians over the rounds; +-: how far a round's rate is from the median at most. CPU: of \
                the whole
                process, per million units. RSS: at the window's end.
                first: from the JVM's launch to the first unit counted. others: cores that \
                other processes
                kept busy in the window; near 0 on a quiet machine. x: the rate as a multiple of the \
                fastest
                hand-written system that gives the same answer at the same parallelism (unacked), \
                and of eyewall
                in the same scenario; CPU x: the CPU time per unit as a multiple of eyewall's;
                x host: the rate as a multiple of a hand-written program's just before and after \
                (--gauge).""");
    }

    private static void printRates(List<Summary.Row> rows, PrintStream out) {
        if (rows.isEmpty()) {
            return;
        }
        out.println();
        out.println(HEADER);
        rows.forEach(row -> printRate(row, out));
    }

    private static void printRate(Summary.Row row, PrintStream out) {
        String failed = row.failedRounds() == 0 ? "" : "  " + row.failedRounds() + " FAILED";
        if (row.goodRounds() == 0) {
            out.printf(Locale.ROOT, "%-16s %-14s%s%n", row.scenario(), row.peer(), failed);
            return;
        }
        out.printf(
                Locale.ROOT,
                "%-16s %-14s %9s  %-20s %6s  %8.3f %6.2f %6.2f %8.0f %8.0f %8.2f  %14s  %9s  %5s  %6s%s%n",
                row.scenario(),
                row.peer(),
                rate(row.millionUnitsPerSec()),
                "(" + rate(row.lowest()) + " - " + rate(row.highest()) + ")",
                percent(row.spread()),
                row.cpuSecPerMillionUnits(),
                row.coresUsed(),
                row.coresOfOthers(),
                row.rssMib(),
                row.threads(),
                row.firstUnitSec(),
                ratio(row.toHandwritten()),
                ratio(row.toOurs()),
                ratio(row.cpuToOurs()),
                ratio(row.toHost()),
                unsteady(row) + failed);
    }

    private static String unsteady(Summary.Row row) {
        return row.unsteadyRounds() == 0 ? "" : "  host changed in " + row.unsteadyRounds();
    }

    /** Returns whether nothing is counted, so that ratios per unit do not exist. */
    private static boolean isIdle(Summary.Row row) {
        return row.scenario().work().isSilent() && row.goodRounds() > 0;
    }

    private static void printIdle(List<Summary.Row> rows, PrintStream out) {
        if (rows.isEmpty()) {
            return;
        }
        out.println();
        out.println(IDLE_HEADER);
        for (Summary.Row row : rows) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %-14s %15.2f %13.2f %8.0f %8.0f%n",
                    row.scenario(),
                    row.peer(),
                    100 * row.coresUsed(),
                    row.coresOfOthers(),
                    row.rssMib(),
                    row.threads());
        }
    }

    private static void printLatencies(List<Summary.Row> rows, PrintStream out) {
        if (rows.isEmpty()) {
            return;
        }
        out.println();
        out.println(LATENCY_HEADER);
        for (Summary.Row row : rows) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %-14s %10.0f %10.0f %10.0f %10.0f %10.0f %10.0f%n",
                    row.scenario(),
                    row.peer(),
                    row.fromDue().p50(),
                    row.fromDue().p99(),
                    row.fromDue().p999(),
                    row.fromEmit().p50(),
                    row.fromEmit().p99(),
                    row.fromEmit().p999());
        }
    }

    /** Formats millions per second; values far from a million have more digits. */
    static String rate(double millionUnitsPerSec) {
        return String.format(
                Locale.ROOT, millionUnitsPerSec < 0.1 ? "%.5f" : "%.3f", millionUnitsPerSec);
    }

    private static String percent(OptionalDouble part) {
        return part.isPresent()
                ? String.format(Locale.ROOT, "%.0f%%", 100 * part.getAsDouble())
                : "-";
    }

    private static String ratio(OptionalDouble ratio) {
        return ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : "-";
    }
}
