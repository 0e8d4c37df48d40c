package io.eyewall.benchmarks.placed;

import static io.eyewall.benchmarks.report.Page.escape;

import io.eyewall.benchmarks.report.Page;
import io.eyewall.benchmarks.report.TimePlot;
import io.eyewall.benchmarks.scenario.runner.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Writes outcomes as an HTML page: one file, without scripts or external resources. */
final class PlacedPage {
    private static final List<String> TITLES =
            List.of(
                    "phase",
                    "placement",
                    "tuples/s",
                    "× best static",
                    "at its end",
                    "95% after s (periods)",
                    "p50 ms",
                    "p99 ms",
                    "moves",
                    "cores",
                    "executors",
                    "CPU",
                    "others");

    private final StringBuilder out = new StringBuilder();
    private final Tempo tempo;

    private PlacedPage(Tempo tempo) {
        this.tempo = tempo;
    }

    /** Writes the file, replacing an existing one. */
    static void write(
            Path file, Environment environment, Tempo tempo, List<PlacedRunner.Outcome> outcomes)
            throws IOException {
        Files.writeString(file, create(environment, tempo, outcomes));
    }

    /** Returns the page. */
    static String create(Environment environment, Tempo tempo, List<PlacedRunner.Outcome> outcomes)
            throws IOException {
        PlacedPage page = new PlacedPage(tempo);
        page.out.append(Page.head("Eyewall: placement", "Placement while the load changes"));
        Map<String, String> facts = Page.machine(environment);
        facts.put(
                "Protocol",
                String.format(
                        Locale.ROOT,
                        "phases of %.1f s, a look at load and traffic every %.1f s, two cores, an"
                                + " engine of its own for each run",
                        tempo.phaseSec(),
                        tempo.period().toNanos() / 1e9));
        page.out.append(Page.facts(facts));
        outcomes.forEach(page::outcome);
        page.note();
        return page.out.append(Page.end()).toString();
    }

    private void outcome(PlacedRunner.Outcome outcome) {
        PlacedScenario scenario = outcome.scenario();
        out.append("<h2>")
                .append(escape(scenario + " " + scenario.title()))
                .append("</h2>\n<div class=\"plots\">\n");
        plot(outcome, "tuples per second", Sample::tuplesPerSec);
        if (scenario.isPaced()) {
            plot(outcome, "99% are less late than that, in ms", Sample::p99Ms);
            plot(outcome, "cores of processor time", Sample::cpuCores);
        }
        plot(outcome, "executors moved so far", Sample::moves);
        if (scenario.isElastic()) {
            plot(outcome, "executors of spouts and bolts", Sample::executors);
        }
        out.append("</div>\n");
        for (int phase = 0; phase < scenario.phases().size(); phase++) {
            String plan = StaticPlans.format(outcome.bestPlans().get(phase).cores());
            out.append("<p class=\"note\">")
                    .append(escape("Best where " + scenario.phases().get(phase) + ": " + plan))
                    .append("</p>\n");
        }
        table(outcome);
    }

    private void plot(PlacedRunner.Outcome outcome, String title, ToDoubleFunction<Sample> value) {
        PlacedScenario scenario = outcome.scenario();
        List<TimePlot.Change> changes = new ArrayList<>();
        for (int place = 0; place < scenario.timeline().size(); place++) {
            String name = scenario.phases().get(scenario.timeline().get(place));
            changes.add(new TimePlot.Change(place * tempo.phaseSec(), name));
        }
        List<TimePlot.Line> lines = new ArrayList<>();
        for (Run run : outcome.runs()) {
            lines.add(
                    new TimePlot.Line(
                            run.way(),
                            run.samples().stream()
                                    .map(
                                            sample ->
                                                    new TimePlot.Point(
                                                            sample.endSec(),
                                                            value.applyAsDouble(sample)))
                                    .toList()));
        }
        out.append(TimePlot.draw(scenario + ": " + title, changes, lines));
    }

    private void table(PlacedRunner.Outcome outcome) {
        PlacedScenario scenario = outcome.scenario();
        out.append("<div class=\"wide\"><table class=\"figures\">\n<tr>");
        TITLES.forEach(title -> out.append("<th>").append(escape(title)));
        out.append('\n');
        List<Evaluation> evaluations = outcome.evaluations();
        for (int place = 0; place < scenario.timeline().size(); place++) {
            for (Evaluation one : evaluations) {
                if (one.place() == place) {
                    row(one);
                }
            }
        }
        out.append("</table></div>\n");
        for (Run run : outcome.runs()) {
            for (String problem : run.problems()) {
                out.append("<p>").append(escape(run.way() + ": " + problem)).append("</p>\n");
            }
        }
    }

    private void row(Evaluation one) {
        PlacedScenario scenario = one.run().scenario();
        boolean hasLateness = scenario.isPaced();
        out.append("<tr><td>")
                .append(escape(scenario.phases().get(scenario.timeline().get(one.place()))))
                .append("<td>")
                .append(escape(one.run().way()));
        number("%,.0f", one.tuplesPerSec());
        number("%.2f", one.toBest());
        number("%.2f", one.toBestAtEnd());
        out.append("<td class=\"number\">").append(PlacedTable.untilGood(one, tempo));
        number(hasLateness ? "%.2f" : "–", one.p50Ms());
        number(hasLateness ? "%.1f" : "–", one.p99Ms());
        number("%.0f", one.moves());
        number("%.0f", one.cores());
        number("%.0f", one.executors());
        number("%.2f", one.cpuCores());
        number("%.2f", one.otherCores());
        out.append('\n');
    }

    private void number(String format, double value) {
        out.append("<td class=\"number\">").append(String.format(Locale.ROOT, format, value));
    }

    private void note() {
        out.append(
                """
                <p class="note">Best static: for each phase the plan that was best when all were tried, on an
                engine of its own; executors that no plan moves. × best static: throughput relative to it, in
                the whole phase and in its last third. 95%: seconds from the phase's beginning until throughput
                is 95% of that of the best static plan, in periods in brackets. p50, p99: how late tuples were
                executed, CPU: cores that the process kept busy, both in the last third. Cores: with a spout or
                bolt at the phase's end. Executors: of spouts and bolts, then; in the ways with +auto their number
                follows the load. Others: cores that other processes kept busy in the phase, near 0 on a
                quiet machine.</p>
                """);
    }
}
