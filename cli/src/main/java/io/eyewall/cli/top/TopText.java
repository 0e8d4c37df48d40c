package io.eyewall.cli.top;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Printed;
import io.eyewall.cli.terminal.TextTable;
import io.eyewall.control.figures.ComponentFigures;
import io.eyewall.control.figures.TopologyFigures;
import io.eyewall.control.health.Health.Level;
import io.eyewall.engine.metrics.ComponentMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import java.util.ArrayList;
import java.util.List;

/** Writes views of topologies for people: a few lines and a table of components for each. */
final class TopText {
    private static final List<String> HEADER =
            List.of(
                    "component",
                    "executors",
                    "threads",
                    "per sec",
                    "executed",
                    "emitted",
                    "busy",
                    "per call",
                    "held",
                    "queued",
                    "errors");

    /** Columns that are left out on narrow terminals, in this order. */
    private static final List<Integer> LEAVE_OUT = List.of(8, 5, 4, 7, 2, 1, 10, 9);

    private static final double ALMOST_FULL = 0.9;
    private static final String BOLD = "\033[1m";
    private static final String RED = "\033[31m";
    private static final String GREEN = "\033[32m";
    private static final String YELLOW = "\033[33m";
    private static final String PLAIN = "\033[0m";

    private final boolean colours;

    /**
     * Creates a writer.
     *
     * @param colours whether the terminal understands colours
     */
    TopText(boolean colours) {
        this.colours = colours;
    }

    /**
     * Returns the lines.
     *
     * @param columns the maximum length of a line
     */
    List<String> lines(List<View> views, int columns) {
        List<String> lines = new ArrayList<>();
        for (View view : views) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(coloured(cut(status(view), columns), colour(view.health().word().level())));
            lines.add(cut(messages(view), columns));
            view.forecast()
                    .ifPresent(
                            forecast ->
                                    lines.add(
                                            coloured(
                                                    cut(ForecastText.line(forecast), columns),
                                                    forecast.drift().isEmpty() ? "" : YELLOW)));
            view.snapshots()
                    .ifPresent(
                            report ->
                                    lines.add(
                                            coloured(
                                                    cut(SnapshotText.line(report), columns),
                                                    report.failure().isEmpty() ? "" : RED)));
            lines.addAll(components(view, columns));
        }
        return lines;
    }

    private static String cut(String line, int columns) {
        return line.length() <= columns ? line : line.substring(0, columns);
    }

    private static String status(View view) {
        return Printable.line(view.now().plan().name())
                + "  "
                + Printable.line(view.health().text())
                + "  up "
                + Printed.time(view.now().uptimeSecs())
                + "  pid "
                + view.topology().process().pid()
                + (view.health().word().level() == Level.BAD
                        ? "  " + Printable.line(view.health().why())
                        : "");
    }

    private static String messages(View view) {
        TopologyFigures figures = view.figures();
        LatencySnapshot latency = view.now().metrics().completeLatency();
        return "acked/s "
                + Printed.count(figures.ackedPerSec())
                + (latency.count() == 0
                        ? ""
                        : "  p50 "
                                + Printed.latency(latency.p50Ns())
                                + "  p99 "
                                + Printed.latency(latency.p99Ns()))
                + "  pending "
                + Printed.count(figures.pending())
                + "  queued "
                + Printed.count(figures.queued())
                + "  acked "
                + Printed.count(figures.acked())
                + "  failed "
                + Printed.count(figures.failed())
                + "  errors "
                + Printed.count(figures.errors());
    }

    private List<String> components(View view, int columns) {
        TextTable table = new TextTable(1, HEADER);
        List<ComponentFigures> components = view.components();
        for (ComponentFigures component : components) {
            ComponentMetrics counters = component.counters();
            table.add(
                    List.of(
                            Printable.line(component.id()),
                            Integer.toString(counters.executors()),
                            Integer.toString(counters.dedicated()),
                            Printed.count(component.perSec()),
                            component.isSpout() ? "-" : Printed.count(counters.executed()),
                            Printed.count(counters.emittedByUser()),
                            Printed.percent(component.rates().busy()),
                            component.callNs() == 0 ? "-" : Printed.latency(component.callNs()),
                            Printed.percent(component.rates().held()),
                            Printed.count(counters.queuedTuples()),
                            Printed.count(component.errors())));
        }
        List<String> lines = new ArrayList<>(table.lines(columns, LEAVE_OUT));
        lines.set(0, coloured(lines.get(0), BOLD));
        for (int i = 0; i < components.size(); i++) {
            ComponentFigures component = components.get(i);
            String colour =
                    component.errors() > 0
                            ? RED
                            : component.rates().busy() >= ALMOST_FULL ? YELLOW : "";
            lines.set(i + 1, coloured(lines.get(i + 1), colour));
        }
        return lines;
    }

    private static String colour(Level level) {
        return switch (level) {
            case GOOD -> BOLD + GREEN;
            case WARNING -> BOLD + YELLOW;
            case BAD -> BOLD + RED;
            case OFF -> BOLD;
        };
    }

    private String coloured(String line, String colour) {
        return !colours || colour.isEmpty() ? line : colour + line + PLAIN;
    }
}
