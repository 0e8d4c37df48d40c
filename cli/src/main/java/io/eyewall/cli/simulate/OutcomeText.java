package io.eyewall.cli.simulate;

import io.eyewall.cli.terminal.TextTable;
import io.eyewall.model.simulation.result.Change;
import io.eyewall.model.simulation.result.ComponentResult;
import io.eyewall.model.simulation.result.SimulationResult;
import io.eyewall.model.simulation.result.TopologyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes outcomes for people. */
final class OutcomeText {
    private static final int MAX_CHANGES = 12;

    private OutcomeText() {}

    static List<String> lines(Description description, List<Outcome> outcomes) {
        List<String> lines = new ArrayList<>();
        lines.add(description.title());
        lines.add("");
        TextTable runs =
                new TextTable(
                        1,
                        List.of(
                                "run", "acked/s", "mean ms", "p99 ms", "failed", "waiting", "nodes",
                                "workers", "moves", "cores"));
        for (Outcome outcome : outcomes) {
            SimulationResult result = outcome.result();
            runs.add(
                    List.of(
                            outcome.name(),
                            number(outcome.ackedPerSec()),
                            number(outcome.meanMs()),
                            number(outcome.p99Ms()),
                            String.valueOf(outcome.failed()),
                            String.valueOf(outcome.backlog()),
                            String.valueOf(result.nodes()),
                            String.valueOf(result.workers()),
                            String.valueOf(result.moves()),
                            number(result.cores())));
        }
        lines.addAll(runs.lines());
        for (Outcome outcome : outcomes) {
            lines.add("");
            addDetails(outcome, lines);
        }
        return lines;
    }

    private static void addDetails(Outcome outcome, List<String> lines) {
        SimulationResult result = outcome.result();
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%s: %,d events in %.1f s",
                        outcome.name(),
                        result.events(),
                        outcome.wallSec()));
        int shown = 0;
        for (Change change : result.changes()) {
            if (shown++ == MAX_CHANGES) {
                lines.add("  ... " + (result.changes().size() - MAX_CHANGES) + " more");
                break;
            }
            lines.add(String.format(Locale.ROOT, "  %7.1f s  %s", change.sec(), change.what()));
        }
        if (result.topologies().size() > Outcome.MAX_TOPOLOGIES) {
            lines.add("  " + result.topologies().size() + " topologies; --json has each");
            return;
        }
        TextTable table =
                new TextTable(
                        2,
                        List.of(
                                "topology",
                                "component",
                                "executors",
                                "tuples/s",
                                "cores",
                                "queued"));
        for (TopologyResult topology : result.topologies()) {
            for (ComponentResult component : topology.components()) {
                table.add(
                        List.of(
                                topology.topology(),
                                component.component(),
                                String.valueOf(component.executors()),
                                number(component.tuplesPerSec()),
                                number(component.cores()),
                                String.valueOf(component.queued())));
            }
        }
        table.lines().forEach(line -> lines.add("  " + line));
    }

    /** Formats a number with its significant digits. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        double size = Math.abs(value);
        return String.format(
                Locale.ROOT, size >= 1000 ? "%,.0f" : size >= 10 ? "%.1f" : "%.3f", value);
    }
}
