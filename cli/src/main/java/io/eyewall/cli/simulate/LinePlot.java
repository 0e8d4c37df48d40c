package io.eyewall.cli.simulate;

import java.util.List;
import java.util.Locale;

/**
 * Draws lines over time in seconds as an SVG group, with one colour per line and the names above.
 * The value axis begins at 0; it is logarithmic if the largest value is more than {@link
 * #LOGARITHMIC_RATIO} times the smallest positive one. All lengths are in pixels.
 */
final class LinePlot {
    static final double WIDTH = 900;
    static final double HEIGHT = 250;

    private static final double LEFT = 70;
    private static final double RIGHT = 12;
    private static final double TOP = 46;
    private static final double BOTTOM = 24;
    private static final double NAME_WIDTH = 165;
    private static final int TICKS = 5;
    private static final double LOGARITHMIC_RATIO = 50;
    private static final String[] COLOURS = {
        "#1c2330", "#1f6feb", "#d9730d", "#2f8f5b", "#8b5cc2", "#9aa4b2"
    };

    /** A value at a time in seconds; NaN leaves a gap in the line. */
    record Point(double sec, double value) {}

    /** A line and its name. */
    record Line(String name, List<Point> points) {}

    private final StringBuilder out = new StringBuilder();
    private final double endSec;
    private final boolean isLogarithmic;
    private final double axisMin;
    private final double axisMax;

    private LinePlot(List<Line> lines) {
        double end = 1;
        double maxValue = 0;
        double minPositive = Double.POSITIVE_INFINITY;
        for (Line line : lines) {
            for (Point point : line.points()) {
                end = Math.max(end, point.sec());
                if (point.value() > 0) {
                    maxValue = Math.max(maxValue, point.value());
                    minPositive = Math.min(minPositive, point.value());
                }
            }
        }
        endSec = end;
        isLogarithmic = maxValue > LOGARITHMIC_RATIO * minPositive;
        double step = Math.pow(10, Math.ceil(Math.log10(Math.max(maxValue, 1e-9) / TICKS)));
        axisMin = isLogarithmic ? Math.pow(10, Math.floor(Math.log10(minPositive))) : 0;
        axisMax =
                isLogarithmic
                        ? Math.pow(10, Math.ceil(Math.log10(maxValue)))
                        : Math.ceil(Math.max(maxValue, 1e-9) / (step / 2)) * step / 2;
    }

    /** Returns an SVG group of {@link #WIDTH} by {@link #HEIGHT}, for use in a larger picture. */
    static String draw(String title, List<Line> lines, double y) {
        LinePlot plot = new LinePlot(lines);
        plot.append("<g transform=\"translate(0 %.0f)\">%n", y);
        plot.append("<text x=\"0\" y=\"14\" font-weight=\"600\">%s</text>%n", escape(title));
        plot.appendAxes();
        for (int i = 0; i < lines.size(); i++) {
            plot.appendLine(lines.get(i), i);
        }
        plot.append("</g>%n");
        return plot.out.toString();
    }

    /** Returns an SVG file that shows plots one below the other. */
    static String picture(List<String> plots) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                        .formatted(WIDTH, HEIGHT * plots.size())
                + "font-family=\"sans-serif\" font-size=\"12\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
                + String.join("", plots)
                + "</svg>\n";
    }

    private void appendAxes() {
        int steps = isLogarithmic ? (int) Math.round(Math.log10(axisMax / axisMin)) : TICKS;
        for (int i = 0; i <= steps; i++) {
            double value = isLogarithmic ? axisMin * Math.pow(10, i) : axisMax * i / (double) steps;
            append(
                    "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e3e6eb\"/>%n",
                    LEFT, WIDTH - RIGHT, y(value), y(value));
            append(
                    "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\" fill=\"#6b7484\">%s</text>%n",
                    LEFT - 6, y(value) + 4, label(value));
        }
        for (int i = 0; i <= TICKS; i++) {
            double sec = endSec * i / TICKS;
            append(
                    "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"%s\" fill=\"#6b7484\">%s s</text>%n",
                    x(sec), HEIGHT - BOTTOM + 16, i == TICKS ? "end" : "middle", label(sec));
        }
    }

    private void appendLine(Line line, int index) {
        String colour = COLOURS[index % COLOURS.length];
        double nameX = LEFT + index * NAME_WIDTH;
        append(
                "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"30\" y2=\"30\" stroke=\"%s\" stroke-width=\"2\"/>%n",
                nameX, nameX + 18, colour);
        append("<text x=\"%.0f\" y=\"34\">%s</text>%n", nameX + 24, escape(line.name()));
        StringBuilder points = new StringBuilder();
        for (Point point : line.points()) {
            if (Double.isNaN(point.value()) || (isLogarithmic && point.value() <= 0)) {
                flush(points, colour);
            } else {
                points.append(
                        String.format(Locale.ROOT, "%.1f,%.1f ", x(point.sec()), y(point.value())));
            }
        }
        flush(points, colour);
    }

    private void flush(StringBuilder points, String colour) {
        if (!points.isEmpty()) {
            append(
                    "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" points=\"%s\"/>%n",
                    colour, points.toString().trim());
            points.setLength(0);
        }
    }

    private double x(double sec) {
        return LEFT + sec / endSec * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        double share =
                isLogarithmic
                        ? Math.log(value / axisMin) / Math.log(axisMax / axisMin)
                        : value / axisMax;
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
    }

    private static String label(double value) {
        String text = String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.3f", value);
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private void append(String format, Object... arguments) {
        out.append(String.format(Locale.ROOT, format, arguments));
    }
}
