package io.eyewall.cli.plan;

import io.eyewall.model.capacity.Latency;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Search;
import io.eyewall.model.whatif.WhatIfAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Writes an answer as a page of one file that loads nothing: the printed text and two plots. */
final class PredictPage {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 240;
    private static final int MARGIN = 60;
    private static final int STEPS = 40;

    private record Point(double x, double y) {}

    private PredictPage() {}

    static String of(WhatIfAnswer answer) {
        Prediction one = answer.prediction();
        List<Point> mean = latency(one, Latency::meanNs);
        List<Point> p99 = latency(one, Latency::p99Ns);
        List<Point> sizes = new ArrayList<>();
        for (Search.Found found : answer.sizes()) {
            sizes.add(
                    new Point(
                            found.prediction().setting().size(), found.prediction().mostPerSec()));
        }
        return "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Prediction</title>"
                + "<style>body{font:14px sans-serif;margin:2em}polyline{fill:none;stroke-width:2}"
                + "</style><h1>"
                + escaped(answer.calibration().topology().name())
                + "</h1><pre>"
                + escaped(PredictText.of(answer))
                + "</pre>"
                + (one.holding().isEmpty()
                        ? plot(
                                "Latency in ms from emit (99th percentile above, mean below) by"
                                        + " tuples/s",
                                p99,
                                mean)
                        : "")
                + plot("Tuples/s by cores or nodes", sizes, List.of())
                + "</html>\n";
    }

    private static List<Point> latency(Prediction one, ToDoubleFunction<Latency> which) {
        List<Point> points = new ArrayList<>();
        for (int i = 1; i < STEPS; i++) {
            double rate = one.mostPerSec() * i / STEPS;
            Prediction at = Prediction.of(one.setting(), one.placement(), rate);
            points.add(new Point(rate, which.applyAsDouble(at.latency()) / 1e6));
        }
        return points;
    }

    private static String plot(String title, List<Point> one, List<Point> other) {
        double right = 0;
        double top = 0;
        for (Point point : one) {
            right = Math.max(right, point.x());
            top = Math.max(top, point.y());
        }
        return String.format(
                        Locale.ROOT,
                        "<h2>%s</h2><svg width=\"%d\" height=\"%d\" role=\"img\"><text x=\"2\" y=\"14\">%.4g"
                                + "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.4g</text>",
                        escaped(title),
                        WIDTH + 2 * MARGIN,
                        HEIGHT + MARGIN,
                        top,
                        WIDTH + MARGIN,
                        HEIGHT + 40,
                        right)
                + line(one, right, top, "#b03")
                + line(other, right, top, "#06b")
                + "</svg>";
    }

    private static String line(List<Point> points, double right, double top, String colour) {
        StringBuilder line = new StringBuilder("<polyline stroke=\"" + colour + "\" points=\"");
        for (Point point : points) {
            line.append(
                    String.format(
                            Locale.ROOT,
                            "%.1f,%.1f ",
                            MARGIN + WIDTH * point.x() / right,
                            20 + HEIGHT * (1 - point.y() / top)));
        }
        return line + "\"/>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
