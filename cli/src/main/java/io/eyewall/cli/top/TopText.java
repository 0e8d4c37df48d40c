package io.eyewall.cli.top;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Printed;
import io.eyewall.cli.terminal.TextTable;
import io.eyewall.control.health.Health.Level;
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
            lines.addAll(components(view, columns));
        }
        return lines;
    }

    private static String cut(String line, int columns) {
        return line.length() <= columns ? line : line.substring(0, columns);
    }

    private static String status(View view) {
        TopSample now = view.now();
        return Printable.line(now.plan().name())
                + "  "
                + Printable.line(view.health().text())
                + "  up "
                + Printed.time(now.uptimeSecs())
                + "  pid "
                + now.topology().process().pid()
                + (view.health().word().level() == Level.BAD
                        ? "  " + Printable.line(view.health().why())
                        : "");
    }

    private static String messages(View view) {
        LatencySnapshot latency = view.now().metrics().completeLatency();
        return "acked/s "
                + Printed.count(view.ackedPerSec())
                + (latency.count() == 0
                        ? ""
                        : "  p50 "
                                + Printed.latency(latency.p50Ns())
                                + "  p99 "
                                + Printed.latency(latency.p99Ns()))
                + "  pending "
                + Printed.count(view.pending())
                + "  queued "
                + Printed.count(view.queued())
                + "  acked "
                + Printed.count(view.acked())
                + "  failed "
                + Printed.count(view.failed())
                + "  errors "
                + Printed.count(view.errors());
    }

    private List<String> components(View view, int columns) {
        TextTable table = new TextTable(1, HEADER);
        for (View.Component component : view.components()) {
            table.add(
                    List.of(
                            Printable.line(component.id()),
                            Integer.toString(component.executors()),
                            Integer.toString(component.dedicated()),
                            Printed.count(component.perSec()),
                            component.isSpout() ? "-" : Printed.count(component.executed()),
                            Printed.count(component.emitted()),
                            Printed.percent(component.busy()),
                            component.callNs() == 0 ? "-" : Printed.latency(component.callNs()),
                            Printed.percent(component.held()),
                            Printed.count(component.queued()),
                            Printed.count(component.errors())));
        }
        List<String> lines = new ArrayList<>(table.lines(columns, LEAVE_OUT));
        lines.set(0, coloured(lines.get(0), BOLD));
        for (int i = 0; i < view.components().size(); i++) {
            View.Component component = view.components().get(i);
            String colour =
                    component.errors() > 0 ? RED : component.busy() >= ALMOST_FULL ? YELLOW : "";
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
