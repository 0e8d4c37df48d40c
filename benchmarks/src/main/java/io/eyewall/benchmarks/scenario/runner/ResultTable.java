package io.eyewall.benchmarks.scenario.runner;

import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalDouble;

/** Prints a summary for people. */
public final class ResultTable {
    private static final String HEADER =
            """
            scenario     system       M units/s  (lowest - highest)  CPU s/M  cores others  RSS MiB  \
            threads  first s  x hand-written  x eyewall""";

    private ResultTable() {}

    /** Prints it. */
    public static void print(Environment environment, Summary summary, PrintStream out) {
        out.println(environment.describe());
        out.println();
        out.println(HEADER);
        for (Summary.Row row : summary.rows()) {
            print(row, out);
        }
        out.println();
        out.println(
                """
                Medians over the rounds. CPU: of the whole process, per million units. RSS: at the \
                window's end.
                first: from the JVM's launch to the first unit counted. others: cores that \
                other processes
                kept busy in the window; near 0 on a quiet machine. x: the rate as a multiple of the \
                fastest
                hand-written system that gives the same answer at the same parallelism (unacked), \
                and of eyewall
                in the same scenario.""");
    }

    private static void print(Summary.Row row, PrintStream out) {
        String failed = row.failedRounds() == 0 ? "" : "  " + row.failedRounds() + " FAILED";
        if (row.goodRounds() == 0) {
            out.printf(Locale.ROOT, "%-12s %-12s%s%n", row.scenario(), row.peer(), failed);
            return;
        }
        out.printf(
                Locale.ROOT,
                "%-12s %-12s %9.2f  %-18s %8.3f %6.2f %6.2f %8.0f %8.0f %8.2f  %14s  %9s%s%n",
                row.scenario(),
                row.peer(),
                row.millionUnitsPerSec(),
                String.format(Locale.ROOT, "(%.2f - %.2f)", row.lowest(), row.highest()),
                row.cpuSecPerMillionUnits(),
                row.coresUsed(),
                row.coresOfOthers(),
                row.rssMib(),
                row.threads(),
                row.firstUnitSec(),
                ratio(row.toHandwritten()),
                ratio(row.toOurs()),
                failed);
    }

    private static String ratio(OptionalDouble ratio) {
        return ratio.isPresent() ? String.format(Locale.ROOT, "%.3f", ratio.getAsDouble()) : "-";
    }
}
