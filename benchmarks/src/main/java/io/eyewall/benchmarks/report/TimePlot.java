package io.eyewall.benchmarks.report;

import io.eyewall.benchmarks.report.Svg.Anchor;
import java.util.List;

/**
 * A plot of lines over seconds, with a legend of their colours above it and marked changes below
 * it.
 */
public final class TimePlot {
    private static final double WIDTH = 960;
    private static final double HEIGHT = 300;
    private static final double LEFT = 66;
    private static final double RIGHT = 10;
    private static final double TOP = 54;
    private static final double BOTTOM = 40;
    private static final double KEY_WIDTH = 130;
    private static final int STYLES = 6;

    /** A value at a time. */
    public record Point(double sec, double value) {}

    /**
     * One line.
     *
     * @param name name in the legend
     * @param points points in the order of time
     */
    public record Line(String name, List<Point> points) {}

    /**
     * A marked change.
     *
     * @param sec time of the change in seconds
     * @param name label of the change
     */
    public record Change(double sec, String name) {}

    private TimePlot() {}

    /** Returns the plot as SVG, with a linear vertical axis from 0. */
    public static String draw(String title, List<Change> changes, List<Line> lines) {
        return draw(title, changes, lines, Axis.linear(values(lines)));
    }

    /** Returns the plot as SVG, with a logarithmic vertical axis; all values must be above 0. */
    public static String drawByPowers(String title, List<Change> changes, List<Line> lines) {
        return draw(title, changes, lines, Axis.powersOfTen(values(lines)));
    }

    private static List<Double> values(List<Line> lines) {
        return lines.stream().flatMap(line -> line.points().stream()).map(Point::value).toList();
    }

    private static String draw(String title, List<Change> changes, List<Line> lines, Axis values) {
        double endSec =
                lines.stream()
                        .flatMap(line -> line.points().stream())
                        .mapToDouble(Point::sec)
                        .max()
                        .orElse(1);
        Svg svg = new Svg(WIDTH, HEIGHT, title);
        svg.text("title", Anchor.START, 0, 14, title);
        for (double tick : values.ticks()) {
            svg.line("grid", LEFT, y(values, tick), WIDTH - RIGHT, y(values, tick));
            svg.text("tick", Anchor.END, LEFT - 6, y(values, tick) + 4, Axis.label(tick));
        }
        for (Change change : changes) {
            double x = x(change.sec(), endSec);
            svg.line("change", x, TOP, x, HEIGHT - BOTTOM);
            String label = Axis.label(change.sec()) + " s: " + change.name();
            svg.text("tick", Anchor.START, x, HEIGHT - BOTTOM + 16, label);
        }
        for (int i = 0; i < lines.size(); i++) {
            String style = "time series" + i % STYLES;
            double keyX = LEFT + i * KEY_WIDTH;
            svg.line(style, keyX, 34, keyX + 18, 34);
            svg.text("name", Anchor.START, keyX + 24, 38, lines.get(i).name());
            draw(svg, style, values, endSec, lines.get(i).points());
        }
        return svg.end();
    }

    private static void draw(
            Svg svg, String style, Axis values, double endSec, List<Point> points) {
        for (int i = 1; i < points.size(); i++) {
            Point from = points.get(i - 1);
            Point to = points.get(i);
            svg.line(
                    style,
                    x(from.sec(), endSec),
                    y(values, from.value()),
                    x(to.sec(), endSec),
                    y(values, to.value()));
        }
    }

    private static double x(double sec, double endSec) {
        return LEFT + sec / endSec * (WIDTH - LEFT - RIGHT);
    }

    private static double y(Axis values, double value) {
        return HEIGHT - BOTTOM - values.share(value) * (HEIGHT - BOTTOM - TOP);
    }
}
