package io.eyewall.benchmarks.report;

import io.eyewall.benchmarks.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.List;

/**
 * A plot of horizontal bars that start at 0, one per name; a line on each bar spans the single
 * measurements.
 */
final class BarPlot {
    private static final double WIDTH = 470;
    private static final double NAMES = 110;
    private static final double NUMBERS = 60;
    private static final double BAR = 16;
    private static final double STEP = 26;
    private static final double TOP = 30;
    private static final double BOTTOM = 26;

    /**
     * One bar.
     *
     * @param name name beside the bar
     * @param value length of the bar
     * @param lowest lowest measurement, at which the span begins; NaN if there is no span
     * @param highest highest measurement, at which the span ends
     * @param ours whether the bar is highlighted
     */
    record Bar(String name, double value, double lowest, double highest, boolean ours) {
        /** Returns a bar without a span. */
        static Bar of(String name, double value, boolean ours) {
            return new Bar(name, value, Double.NaN, Double.NaN, ours);
        }

        boolean hasSpan() {
            return !Double.isNaN(lowest);
        }
    }

    private BarPlot() {}

    /** Returns the plot as SVG. */
    static String draw(String title, List<Bar> bars) {
        List<Double> values = new ArrayList<>();
        for (Bar bar : bars) {
            values.add(bar.hasSpan() ? bar.highest() : bar.value());
        }
        Axis axis = Axis.linear(values);
        double bottom = TOP + bars.size() * STEP;
        Svg svg = new Svg(WIDTH, bottom + BOTTOM, title);
        svg.text("title", Anchor.START, 0, 14, title);
        for (double tick : axis.ticks()) {
            svg.line("grid", x(axis, tick), TOP, x(axis, tick), bottom);
            svg.text("tick", Anchor.MIDDLE, x(axis, tick), bottom + 16, Axis.label(tick));
        }
        for (int i = 0; i < bars.size(); i++) {
            draw(svg, axis, bars.get(i), TOP + i * STEP + (STEP - BAR) / 2);
        }
        return svg.end();
    }

    private static void draw(Svg svg, Axis axis, Bar bar, double y) {
        double middle = y + BAR / 2;
        String style = bar.ours() ? "ours" : "other";
        svg.text(
                bar.ours() ? "name strong" : "name", Anchor.END, NAMES - 8, middle + 4, bar.name());
        svg.rect(style, NAMES, y, x(axis, bar.value()) - NAMES, BAR);
        double end = x(axis, bar.value());
        if (bar.hasSpan()) {
            svg.line("span", x(axis, bar.lowest()), middle, x(axis, bar.highest()), middle);
            end = x(axis, bar.highest());
        }
        svg.text("value", Anchor.START, end + 6, middle + 4, Axis.label(bar.value()));
    }

    private static double x(Axis axis, double value) {
        return NAMES + axis.share(value) * (WIDTH - NAMES - NUMBERS);
    }
}
