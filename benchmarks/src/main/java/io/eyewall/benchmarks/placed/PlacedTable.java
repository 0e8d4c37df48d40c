package io.eyewall.benchmarks.placed;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints outcomes as a text table: a line per phase and way. */
final class PlacedTable {
    private PlacedTable() {}

    static void print(List<PlacedRunner.Outcome> outcomes, Tempo tempo, PrintStream out) {
        for (PlacedRunner.Outcome outcome : outcomes) {
            print(outcome, tempo, out);
        }
        out.printf(
                Locale.ROOT,
                """
                %nx best: throughput relative to the best static plan, in the whole phase and in its \
                last third. 95%% s: seconds from the phase's
                beginning until it is 95%% of the best static plan's, in periods of %.1f s in brackets. \
                p50, p99: how late tuples were executed in
                the last third, in milliseconds. cpu: cores that the process kept busy there; others: \
                that other processes did in the phase. exec: \
                executors of spouts and bolts; +auto: their number follows the load.%n""",
                tempo.period().toNanos() / 1e9);
    }

    private static void print(PlacedRunner.Outcome outcome, Tempo tempo, PrintStream out) {
        PlacedScenario scenario = outcome.scenario();
        out.printf(Locale.ROOT, "%n%s %s%n", scenario, scenario.title());
        for (int phase = 0; phase < scenario.phases().size(); phase++) {
            out.printf(
                    Locale.ROOT,
                    "  best where %s: %s%n",
                    scenario.phases().get(phase),
                    StaticPlans.format(outcome.bestPlans().get(phase).cores()));
        }
        out.printf(
                Locale.ROOT,
                "  %-14s %-16s %10s %7s %7s %10s %8s %8s %5s %5s %5s %5s %6s%n",
                "phase",
                "placement",
                "tuples/s",
                "x best",
                "at end",
                "95% s",
                "p50 ms",
                "p99 ms",
                "moves",
                "cores",
                "exec",
                "cpu",
                "others");
        List<Evaluation> evaluations = outcome.evaluations();
        for (int place = 0; place < scenario.timeline().size(); place++) {
            for (Evaluation one : evaluations) {
                if (one.place() == place) {
                    print(one, tempo, out);
                }
            }
        }
        for (Run run : outcome.runs()) {
            run.problems()
                    .forEach(problem -> out.println("  WRONG, " + run.way() + ": " + problem));
        }
    }

    private static void print(Evaluation one, Tempo tempo, PrintStream out) {
        PlacedScenario scenario = one.run().scenario();
        boolean hasLateness = scenario.isPaced();
        out.printf(
                Locale.ROOT,
                "  %-14s %-16s %,10.0f %7.2f %7.2f %10s %8s %8s %5d %5d %5d %5.2f %6.2f%n",
                scenario.phases().get(scenario.timeline().get(one.place())),
                one.run().way(),
                one.tuplesPerSec(),
                one.toBest(),
                one.toBestAtEnd(),
                untilGood(one, tempo),
                hasLateness ? String.format(Locale.ROOT, "%.2f", one.p50Ms()) : "-",
                hasLateness ? String.format(Locale.ROOT, "%.1f", one.p99Ms()) : "-",
                one.moves(),
                one.cores(),
                one.executors(),
                one.cpuCores(),
                one.otherCores());
    }

    static String untilGood(Evaluation one, Tempo tempo) {
        if (one.untilGoodSec().isEmpty()) {
            return "never";
        }
        double seconds = one.untilGoodSec().getAsDouble();
        double periods = seconds / (tempo.period().toNanos() / 1e9);
        return String.format(Locale.ROOT, "%.1f (%.1f)", seconds, periods);
    }
}
