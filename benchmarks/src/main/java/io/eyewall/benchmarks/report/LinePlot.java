package io.eyewall.benchmarks.report;

import io.eyewall.benchmarks.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A line per name over a few numbers, which stand at even distances. */
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
     * @param name what it stands for
     * @param values by the number on the horizontal axis
     * @param ours whether it is to stand out
     */
    record Line(String name, Map<Integer, Double> values, boolean ours) {}

    private LinePlot() {}

    /** Draws it; {@code across} says what the horizontal axis is. */
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
        List<Double> labels = new ArrayList<>();
        for (Line line : lines) {
            draw(svg, axis, numbers, line, labels);
        }
        return svg.end();
    }

    private static void draw(
            Svg svg, Axis axis, List<Integer> numbers, Line line, List<Double> labels) {
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
        var last = values.lastEntry();
        double labelY = free(labels, y(axis, last.getValue()) + 4);
        labels.add(labelY);
        String nameStyle = line.ours() ? "name strong" : "name";
        svg.text(nameStyle, Anchor.START, x(numbers, last.getKey()) + 10, labelY, line.name());
    }

    /** The place nearest below that no other label covers. */
    private static double free(List<Double> taken, double wanted) {
        double y = wanted;
        while (isTaken(taken, y)) {
            y += 1;
        }
        return y;
    }

    private static boolean isTaken(List<Double> taken, double y) {
        return taken.stream().anyMatch(other -> Math.abs(other - y) < LABEL_STEP);
    }

    private static double x(List<Integer> numbers, int number) {
        double step = (WIDTH - RIGHT - LEFT) / Math.max(1, numbers.size());
        return LEFT + (numbers.indexOf(number) + 0.5) * step;
    }

    private static double y(Axis axis, double value) {
        return HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - BOTTOM - TOP);
    }
}
