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
    private static final int PLOT_WIDTH_PX = 480;
    private static final int PLOT_HEIGHT_PX = 240;
    private static final int MARGIN_PX = 60;
    private static final int CURVE_STEPS = 40;

    private record Point(double x, double y) {}

    private PredictPage() {}

    static String html(WhatIfAnswer answer) {
        Prediction prediction = answer.prediction();
        List<Point> mean = latencyCurve(prediction, Latency::meanNs);
        List<Point> p99 = latencyCurve(prediction, Latency::p99Ns);
        List<Point> sizes = new ArrayList<>();
        for (Search.Found found : answer.sizes()) {
            sizes.add(
                    new Point(found.prediction().setting().size(), found.prediction().maxPerSec()));
        }
        return "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Prediction</title>"
                + "<style>body{font:14px sans-serif;margin:2em}polyline{fill:none;stroke-width:2}"
                + "</style><h1>"
                + escape(answer.calibration().topology().name())
                + "</h1><pre>"
                + escape(PredictText.toText(answer))
                + "</pre>"
                + (prediction.holding().isEmpty()
                        ? plot(
                                "Latency in ms from emit (99th percentile above, mean below) by"
                                        + " tuples/s",
                                p99,
                                mean)
                        : "")
                + plot("Tuples/s by cores or nodes", sizes, List.of())
                + "</html>\n";
    }

    private static List<Point> latencyCurve(
            Prediction prediction, ToDoubleFunction<Latency> statistic) {
        List<Point> points = new ArrayList<>();
        for (int i = 1; i < CURVE_STEPS; i++) {
            double rate = prediction.maxPerSec() * i / CURVE_STEPS;
            Prediction atRate = Prediction.of(prediction.setting(), prediction.placement(), rate);
            points.add(new Point(rate, statistic.applyAsDouble(atRate.latency()) / 1e6));
        }
        return points;
    }

    private static String plot(String title, List<Point> first, List<Point> second) {
        double maxX = 0;
        double maxY = 0;
        for (Point point : first) {
            maxX = Math.max(maxX, point.x());
            maxY = Math.max(maxY, point.y());
        }
        return String.format(
                        Locale.ROOT,
                        "<h2>%s</h2><svg width=\"%d\" height=\"%d\" role=\"img\"><text x=\"2\" y=\"14\">%.4g"
                                + "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.4g</text>",
                        escape(title),
                        PLOT_WIDTH_PX + 2 * MARGIN_PX,
                        PLOT_HEIGHT_PX + MARGIN_PX,
                        maxY,
                        PLOT_WIDTH_PX + MARGIN_PX,
                        PLOT_HEIGHT_PX + 40,
                        maxX)
                + polyline(first, maxX, maxY, "#b03")
                + polyline(second, maxX, maxY, "#06b")
                + "</svg>";
    }

    private static String polyline(List<Point> points, double maxX, double maxY, String colour) {
        StringBuilder line = new StringBuilder("<polyline stroke=\"" + colour + "\" points=\"");
        for (Point point : points) {
            line.append(
                    String.format(
                            Locale.ROOT,
                            "%.1f,%.1f ",
                            MARGIN_PX + PLOT_WIDTH_PX * point.x() / maxX,
                            20 + PLOT_HEIGHT_PX * (1 - point.y() / maxY)));
        }
        return line + "\"/>";
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
