package io.eyewall.benchmarks.report;

import io.eyewall.benchmarks.report.Svg.Anchor;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A plot of one line per name over a few numbers, which are evenly spaced on the horizontal axis.
 */
final class LinePlot {
    private static final double WIDTH = 470;
    private static final double HEIGHT = 260;
    private static final double LEFT = 50;
    private static final double RIGHT = 110;
    private static final double TOP = 30;
    private static final double BOTTOM = 40;
    private static final double LABEL_STEP = 14;

    /**
     * One line.
     *
     * @param name name beside the line
     * @param values values by the number on the horizontal axis
     * @param ours whether the line is highlighted
     */
    record Line(String name, Map<Integer, Double> values, boolean ours) {}

    private LinePlot() {}

    /**
     * Returns the plot as SVG.
     *
     * @param across label of the horizontal axis
     */
    static String draw(String title, String across, List<Line> lines) {
        Svg svg = new Svg(WIDTH, HEIGHT, title);
        svg.text("title", Anchor.START, 0, 14, title);
        Axis axis =
                Axis.linear(
                        lines.stream().flatMap(line -> line.values().values().stream()).toList());
        for (double tick : axis.ticks()) {
            svg.line("grid", LEFT, y(axis, tick), WIDTH - RIGHT, y(axis, tick));
            svg.text("tick", Anchor.END, LEFT - 6, y(axis, tick) + 4, Axis.label(tick));
        }
        List<Integer> numbers =
                lines.stream()
                        .flatMap(line -> line.values().keySet().stream())
                        .distinct()
                        .sorted()
                        .toList();
        for (int number : numbers) {
            String label = Integer.toString(number);
            svg.text("tick", Anchor.MIDDLE, x(numbers, number), HEIGHT - BOTTOM + 16, label);
        }
        svg.text("tick", Anchor.MIDDLE, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, across);
        for (Line line : lines) {
            draw(svg, axis, numbers, line);
        }
        for (int number : numbers) {
            List<Line> ending =
                    lines.stream()
                            .filter(line -> end(line).getKey() == number)
                            .sorted(Comparator.comparing(line -> -end(line).getValue()))
                            .toList();
            name(svg, axis, x(numbers, number) + 10, ending);
        }
        return svg.end();
    }

    private static void draw(Svg svg, Axis axis, List<Integer> numbers, Line line) {
        TreeMap<Integer, Double> values = new TreeMap<>(line.values());
        String style = line.ours() ? "ours" : "other";
        for (var to : values.entrySet()) {
            double x = x(numbers, to.getKey());
            double y = y(axis, to.getValue());
            var from = values.lowerEntry(to.getKey());
            if (from != null) {
                double fromY = y(axis, from.getValue());
                svg.line("curve " + style, x(numbers, from.getKey()), fromY, x, y);
            }
            svg.circle(style, x, y, 4);
        }
    }

    /**
     * Writes the names of the lines that end at the same number beside their ends; the lines are
     * sorted from the highest end to the lowest.
     */
    private static void name(Svg svg, Axis axis, double x, List<Line> lines) {
        List<Double> wanted =
                lines.stream().map(line -> y(axis, end(line).getValue()) + 4).toList();
        List<Double> places = Labels.apart(wanted, LABEL_STEP, HEIGHT - BOTTOM + 4);
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            String style = line.ours() ? "name strong" : "name";
            svg.text(style, Anchor.START, x, places.get(i), line.name());
        }
    }

    private static Map.Entry<Integer, Double> end(Line line) {
        return new TreeMap<>(line.values()).lastEntry();
    }

    private static double x(List<Integer> numbers, int number) {
        double step = (WIDTH - RIGHT - LEFT) / Math.max(1, numbers.size());
        return LEFT + (numbers.indexOf(number) + 0.5) * step;
    }

    private static double y(Axis axis, double value) {
        return HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - BOTTOM - TOP);
    }
}
