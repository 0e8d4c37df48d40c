package io.eyewall.cli.plan;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.TextTable;
import io.eyewall.model.calibration.Estimate;
import io.eyewall.model.capacity.Latency;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.topology.HeapUse;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Search;
import io.eyewall.model.whatif.WhatIfAnswer;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Writes an answer for people. */
final class PredictText {
    private static final double MEBIBYTE = 1 << 20;

    private final StringBuilder text = new StringBuilder();

    private PredictText() {}

    static String toText(WhatIfAnswer answer) {
        PredictText report = new PredictText();
        report.appendPrediction(answer);
        report.appendCosts(answer);
        report.appendSizes(answer);
        report.appendGoal(answer);
        answer.notes().forEach(note -> report.appendLine("note        %s", Printable.line(note)));
        return report.text.toString();
    }

    private void appendPrediction(WhatIfAnswer answer) {
        Prediction prediction = answer.prediction();
        appendLine(
                "topology    %s on %s",
                Printable.line(answer.calibration().topology().name()),
                prediction.setting().name());
        appendLine(
                "measured    %.0f/s, mean %s, 99%% below %s",
                answer.calibration().measuredRootsPerSec(),
                millisText(answer.calibration().measured().meanNs()),
                millisText(answer.calibration().measured().p99Ns()));
        appendLine(
                "bears       %.0f/s (95%% between %.0f and %.0f); then %s is full",
                prediction.maxPerSec(),
                answer.lowPerSec(),
                answer.highPerSec(),
                prediction.bottleneck());
        appendLine(
                "at %.0f/s: %.2f cores, latency %s",
                prediction.load().rootsPerSec(), prediction.cores(), latencyText(prediction));
        if (Double.isFinite(prediction.latencyFromDue().meanNs())) {
            appendLine(
                    "            from when a message was due: %s, 99%% below %s",
                    millisText(prediction.latencyFromDue().meanNs()),
                    millisText(prediction.latencyFromDue().p99Ns()));
        }
        prediction.heap().ifPresent(heap -> appendHeap(heap, prediction.load().rootsPerSec()));
        for (Load.Use use : prediction.load().uses()) {
            if (use.share() > 0) {
                appendLine(
                        "%10.0f%% of %s",
                        100 * use.share(), Printable.line(use.resource().toString()));
            }
        }
    }

    private void appendHeap(HeapUse heap, double perSec) {
        appendLine(
                "heap        %.0f MB/s allocated, %.0f MB stay, of %.0f at most",
                heap.allocatedPerSec(perSec) / MEBIBYTE,
                heap.liveBytes() / MEBIBYTE,
                heap.maxBytes() / MEBIBYTE);
        if (heap.collected()) {
            appendLine(
                    "            %.0f MB needed until the next collection",
                    heap.neededBytes() / MEBIBYTE);
            appendLine(
                    "collections %.2f/s stop all for %s each: %.2f%% of the time",
                    heap.collectionsPerSec(perSec),
                    millisText(heap.stopNs()),
                    100 * heap.stoppedPart(perSec));
        }
    }

    private void appendCosts(WhatIfAnswer answer) {
        TextTable table = new TextTable(1, List.of("per tuple", "ns", "from", "to", "known"));
        for (Estimate estimate : answer.calibration().estimates()) {
            table.add(
                    List.of(
                            Printable.line(estimate.term()),
                            number(estimate.ns()),
                            number(estimate.lowNs()),
                            number(estimate.highNs()),
                            estimate.identified() ? "measured" : "assumed"));
        }
        appendLine("");
        table.lines().forEach(row -> appendLine("%s", row));
    }

    private void appendSizes(WhatIfAnswer answer) {
        appendLine("");
        TextTable table = new TextTable(1, List.of("size", "bears/s", "gain", "executors"));
        double previousPerSec = 0;
        for (Search.Found found : answer.sizes()) {
            double maxPerSec = found.prediction().maxPerSec();
            table.add(
                    List.of(
                            found.prediction().setting().name(),
                            number(maxPerSec),
                            previousPerSec == 0
                                    ? "-"
                                    : number(100 * (maxPerSec / previousPerSec - 1)) + "%",
                            new TreeMap<>(found.executors()).toString()));
            previousPerSec = maxPerSec;
        }
        table.lines().forEach(row -> appendLine("%s", row));
    }

    private void appendGoal(WhatIfAnswer answer) {
        appendLine("");
        answer.links()
                .ifPresent(
                        links ->
                                appendLine(
                                        "links       a second one beside the full ones of %s: bears"
                                                + " %.0f/s, %+.0f%%",
                                        Printable.line(String.join(", ", links.of())),
                                        links.maxPerSec(),
                                        100
                                                * (links.maxPerSec()
                                                                / answer.prediction().maxPerSec()
                                                        - 1)));
        appendLine("at twice    %s", fullText(answer.atTwice()));
        appendLine("at 10 times %s", fullText(answer.atTenTimes()));
        if (Double.isFinite(answer.goal().ratePerSec())) {
            answer.cheapest()
                    .ifPresentOrElse(
                            found ->
                                    appendLine(
                                            "cheapest    %s with %s: %.2f cores, latency %s",
                                            found.prediction().setting().name(),
                                            new TreeMap<>(found.executors()),
                                            found.prediction().cores(),
                                            latencyText(found.prediction())),
                            () -> appendLine("cheapest    nothing that was tried meets the goal"));
        }
        if (Double.isFinite(answer.goal().p99Ns())
                && answer.prediction().placement().topology().acked()) {
            answer.pending()
                    .ifPresentOrElse(
                            advice ->
                                    appendLine(
                                            "pending     topology.max.spout.pending=%d keeps 99%%"
                                                    + " below %s, at up to %.0f/s",
                                            advice.pending(),
                                            millisText(advice.p99Ns()),
                                            advice.perSec()),
                            () ->
                                    appendLine(
                                            "pending     none: one message at a time takes longer"
                                                    + " than the goal"));
        }
    }

    private static String fullText(List<String> resources) {
        return resources.isEmpty()
                ? "nothing is full"
                : "full: " + Printable.line(String.join(", ", resources));
    }

    private static String latencyText(Prediction prediction) {
        Latency latency = prediction.latency();
        if (!latency.isKnown()) {
            return "not predicted, since tuples of '"
                    + Printable.line(String.join("', '", prediction.holding()))
                    + "' are acked later than they are executed, as in a window";
        }
        return Double.isFinite(latency.meanNs())
                ? "from emit "
                        + millisText(latency.meanNs())
                        + ", 99% below "
                        + millisText(latency.p99Ns())
                : "unbounded: more is offered than gets through, and nothing limits what is under"
                        + " way";
    }

    private static String millisText(double ns) {
        return ns == 0 ? "-" : String.format(Locale.ROOT, "%.3f ms", ns / 1e6);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private void appendLine(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
