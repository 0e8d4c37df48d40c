package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.Sentences;
import io.eyewall.benchmarks.scenario.Work;
import io.eyewall.benchmarks.scenario.runner.Summary.Row;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Prints a run in the form of tables 5.1 to 5.6 of the report on Storm-MC (M. Nemec, Edinburgh,
 * 2015): the tuples that each component processes in five minutes at the rate of the window; CPU
 * utilisation, of which 100% is one core; resident size. The report uses Enron's emails, this run
 * uses generated ones, and it lacks the report's bolt that adds up rates every four seconds.
 */
public final class StormMcTables {
    /** The works of the tables. */
    public static final List<String> SCENARIOS = List.of("w1", "e1", "w2");

    /** The parallelisms of the tables; the report has all from 1 to 10. */
    public static final List<Integer> PARALLELISMS = List.of(1, 2, 4, 10);

    /** The system that is compared; the report uses Storm's default configuration. */
    public static final List<String> PEERS = List.of(PeerKind.STORM_DEFAULT.id());

    private static final double FIVE_MINUTES_SEC = 300;

    /**
     * The properties that the two tables of one work share.
     *
     * @param work the work
     * @param number number of the table for Eyewall; Storm's table is the next one
     * @param title title of the tables
     * @param components titles of the columns
     * @param unitsPerTuple number of units of the work per tuple of each column
     */
    private record Shape(
            Work work,
            int number,
            String title,
            List<String> components,
            List<Integer> unitsPerTuple) {}

    private static final List<Shape> SHAPES =
            List.of(
                    new Shape(
                            Work.W1,
                            1,
                            "Component throughput in WordCount topology",
                            List.of("FileReadSpout", "SplitSentenceBolt", "CountBolt"),
                            List.of(Sentences.WORDS_PER_SENTENCE, Sentences.WORDS_PER_SENTENCE, 1)),
                    new Shape(
                            Work.E1,
                            3,
                            "Email throughput in Enron topology",
                            List.of("Emails Processed"),
                            List.of(1)),
                    new Shape(
                            Work.W2,
                            5,
                            "Component throughput in RollingSort topology",
                            List.of("RandomMessageSpout", "SortBolt"),
                            List.of(1, 1)));

    private StormMcTables() {}

    /** Prints the tables that have rows, for Eyewall and for Storm in its default configuration. */
    public static void print(Summary summary, PrintStream out) {
        for (Shape shape : SHAPES) {
            print(summary, shape, PeerKind.EYEWALL, shape.number(), "Eyewall", out);
            print(summary, shape, PeerKind.STORM_DEFAULT, shape.number() + 1, "Apache Storm", out);
        }
    }

    private static void print(
            Summary summary, Shape shape, PeerKind kind, int number, String name, PrintStream out) {
        List<Row> rows =
                summary.rows().stream()
                        .filter(row -> row.scenario().work() == shape.work())
                        .filter(row -> !row.scenario().acked() && row.goodRounds() > 0)
                        .filter(row -> row.peer().kind() == kind && row.peer().cores() == 0)
                        .toList();
        if (rows.isEmpty()) {
            return;
        }
        out.printf("%nTable 5.%d: %s: %s (in five minutes)%n", number, name, shape.title());
        out.printf("%-11s", "Parallelism");
        shape.components().forEach(component -> out.printf("  %18s", component));
        out.printf("  %15s  %13s%n", "CPU Utilisation", "Resident Size");
        for (Row row : rows) {
            out.printf("%-11d", row.scenario().parallelism());
            for (int unitsPerTuple : shape.unitsPerTuple()) {
                double tuplesPerSec = row.millionUnitsPerSec() * 1e6 / unitsPerTuple;
                out.printf(Locale.ROOT, "  %,18.0f", tuplesPerSec * FIVE_MINUTES_SEC);
            }
            out.printf(Locale.ROOT, "  %,14.1f%%  %,12.1fM%n", row.coresUsed() * 100, row.rssMib());
        }
    }
}
