package io.eyewall.benchmarks.report;

import io.eyewall.benchmarks.report.Svg.Anchor;
import java.util.List;

/**
 * A plot of percentiles by name on a logarithmic axis: a dot for each percentile, joined by a line.
 */
final class RangePlot {
    private static final double WIDTH = 960;
    private static final double NAMES = 150;
    private static final double RIGHT = 30;
    private static final double STEP = 40;
    private static final double TOP = 30;
    private static final double BOTTOM = 26;
    private static final double CHARACTER = 8;

    /**
     * One line of dots.
     *
     * @param name name beside the line
     * @param values percentiles in ascending order, above 0
     * @param ours whether the line is highlighted
     */
    record Range(String name, List<Double> values, boolean ours) {}

    private RangePlot() {}

    /** Returns the plot as SVG. */
    static String draw(String title, List<Range> ranges) {
        Axis axis =
                Axis.powersOfTen(
                        ranges.stream().flatMap(range -> range.values().stream()).toList());
        double bottom = TOP + ranges.size() * STEP;
        Svg svg = new Svg(WIDTH, bottom + BOTTOM, title);
        svg.text("title", Anchor.START, 0, 14, title);
        for (double tick : axis.ticks()) {
            svg.line("grid", x(axis, tick), TOP, x(axis, tick), bottom);
            svg.text("tick", Anchor.MIDDLE, x(axis, tick), bottom + 16, Axis.label(tick));
        }
        for (int i = 0; i < ranges.size(); i++) {
            draw(svg, axis, ranges.get(i), TOP + (i + 0.6) * STEP);
        }
        return svg.end();
    }

    private static void draw(Svg svg, Axis axis, Range range, double y) {
        List<Double> values = range.values();
        String style = range.ours() ? "ours" : "other";
        svg.text(range.ours() ? "name strong" : "name", Anchor.END, NAMES - 8, y + 4, range.name());
        svg.line("join", x(axis, values.get(0)), y, x(axis, values.get(values.size() - 1)), y);
        List<String> labels = values.stream().map(Axis::label).toList();
        int longest = labels.stream().mapToInt(String::length).max().orElse(0);
        List<Double> places =
                Labels.apart(
                        values.stream().map(value -> x(axis, value)).toList(),
                        longest * CHARACTER,
                        WIDTH - RIGHT);
        for (int i = 0; i < labels.size(); i++) {
            svg.circle(style, x(axis, values.get(i)), y, 5);
            svg.text("value", Anchor.MIDDLE, places.get(i), y - 9, labels.get(i));
        }
    }

    private static double x(Axis axis, double value) {
        return NAMES + axis.share(value) * (WIDTH - NAMES - RIGHT);
    }
}
