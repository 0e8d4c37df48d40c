package io.eyewall.cli.simulate;

import io.eyewall.model.simulation.result.ClusterSample;
import io.eyewall.model.simulation.result.ResultSample;
import io.eyewall.model.simulation.result.TopologyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Writes outcomes as plots over time: as a page with a table, or as a picture alone. */
final class OutcomePage {
    private OutcomePage() {}

    static String svg(Description description, List<Outcome> outcomes) {
        return LinePlot.picture(plots(description, outcomes));
    }

    static String html(Description description, List<Outcome> outcomes) {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>"
                + LinePlot.escape(description.title())
                + "</title>\n<style>body { font: 14px sans-serif; max-width: 940px; margin: 20px"
                + " auto; } pre { overflow-x: auto; } svg { max-width: 100%; }</style>\n<h1>"
                + LinePlot.escape(description.title())
                + "</h1>\n<p>Simulated by Eyewall; nothing of this was measured.</p>\n"
                + svg(description, outcomes)
                + "<pre>\n"
                + LinePlot.escape(String.join("\n", OutcomeText.lines(description, outcomes)))
                + "\n</pre>\n</html>\n";
    }

    private static List<String> plots(Description description, List<Outcome> outcomes) {
        List<String> plots = new ArrayList<>();
        double y = 0;
        List<TopologyResult> topologies = outcomes.get(0).result().topologies();
        boolean plotsFirstOnly = topologies.size() > Outcome.MAX_TOPOLOGIES;
        for (int t = 0; t < (plotsFirstOnly ? 1 : topologies.size()); t++) {
            List<LinePlot.Line> lines = new ArrayList<>();
            for (Outcome outcome : outcomes) {
                lines.add(
                        new LinePlot.Line(
                                outcome.name(),
                                points(outcome.result().topologies().get(t).series())));
            }
            String name = topologies.get(t).topology();
            plots.add(
                    LinePlot.draw(
                            description.title()
                                    + " (simulated): average processing time of "
                                    + name
                                    + ", ms",
                            lines,
                            y));
            y += LinePlot.HEIGHT;
        }
        plots.add(clusterPlot("Nodes in use", outcomes, ClusterSample::nodes, y));
        y += LinePlot.HEIGHT;
        plots.add(clusterPlot("Executors moved", outcomes, ClusterSample::moves, y));
        return plots;
    }

    private static List<LinePlot.Point> points(List<ResultSample> series) {
        return series.stream()
                .map(sample -> new LinePlot.Point(sample.sec(), sample.meanMs()))
                .toList();
    }

    private static String clusterPlot(
            String title, List<Outcome> outcomes, ToDoubleFunction<ClusterSample> value, double y) {
        List<LinePlot.Line> lines = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            lines.add(
                    new LinePlot.Line(
                            outcome.name(),
                            outcome.result().cluster().stream()
                                    .map(
                                            sample ->
                                                    new LinePlot.Point(
                                                            sample.sec(),
                                                            value.applyAsDouble(sample)))
                                    .toList()));
        }
        return LinePlot.draw(title, lines, y);
    }
}
