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
    private static final double MB = 1 << 20;

    private final StringBuilder text = new StringBuilder();

    private PredictText() {}

    static String of(WhatIfAnswer answer) {
        PredictText all = new PredictText();
        all.prediction(answer);
        all.costs(answer);
        all.sizes(answer);
        all.goal(answer);
        answer.notes().forEach(note -> all.line("note        %s", Printable.line(note)));
        return all.text.toString();
    }

    private void prediction(WhatIfAnswer answer) {
        Prediction one = answer.prediction();
        line(
                "topology    %s on %s",
                Printable.line(answer.calibration().topology().name()), one.setting().name());
        line(
                "measured    %.0f/s, mean %s, 99%% below %s",
                answer.calibration().measuredRootsPerSec(),
                time(answer.calibration().measured().meanNs()),
                time(answer.calibration().measured().p99Ns()));
        line(
                "bears       %.0f/s (95%% between %.0f and %.0f); then %s is full",
                one.mostPerSec(), answer.lowPerSec(), answer.highPerSec(), one.bottleneck());
        line(
                "at %.0f/s: %.2f cores, latency %s",
                one.load().rootsPerSec(), one.cores(), latency(one));
        if (Double.isFinite(one.latencyFromDue().meanNs())) {
            line(
                    "            from when a message was due: %s, 99%% below %s",
                    time(one.latencyFromDue().meanNs()), time(one.latencyFromDue().p99Ns()));
        }
        one.heap().ifPresent(heap -> heap(heap, one.load().rootsPerSec()));
        for (Load.Use use : one.load().uses()) {
            if (use.share() > 0) {
                line(
                        "%10.0f%% of %s",
                        100 * use.share(), Printable.line(use.resource().toString()));
            }
        }
    }

    private void heap(HeapUse heap, double perSec) {
        line(
                "heap        %.0f MB/s allocated, %.0f MB stay, of %.0f at most",
                heap.allocatedPerSec(perSec) / MB, heap.liveBytes() / MB, heap.maxBytes() / MB);
        if (heap.collected()) {
            line("            %.0f MB needed until the next collection", heap.neededBytes() / MB);
            line(
                    "collections %.2f/s stop all for %s each: %.2f%% of the time",
                    heap.collectionsPerSec(perSec),
                    time(heap.stopNs()),
                    100 * heap.stoppedPart(perSec));
        }
    }

    private void costs(WhatIfAnswer answer) {
        TextTable table = new TextTable(1, List.of("per tuple", "ns", "from", "to", "known"));
        for (Estimate one : answer.calibration().estimates()) {
            table.add(
                    List.of(
                            Printable.line(one.term()),
                            number(one.ns()),
                            number(one.lowNs()),
                            number(one.highNs()),
                            one.identified() ? "measured" : "assumed"));
        }
        line("");
        table.lines().forEach(row -> line("%s", row));
    }

    private void sizes(WhatIfAnswer answer) {
        line("");
        TextTable table = new TextTable(1, List.of("size", "bears/s", "gain", "executors"));
        double before = 0;
        for (Search.Found found : answer.sizes()) {
            double most = found.prediction().mostPerSec();
            table.add(
                    List.of(
                            found.prediction().setting().name(),
                            number(most),
                            before == 0 ? "-" : number(100 * (most / before - 1)) + "%",
                            new TreeMap<>(found.executors()).toString()));
            before = most;
        }
        table.lines().forEach(row -> line("%s", row));
    }

    private void goal(WhatIfAnswer answer) {
        line("");
        answer.links()
                .ifPresent(
                        links ->
                                line(
                                        "links       a second one beside the full ones of %s: bears"
                                                + " %.0f/s, %+.0f%%",
                                        Printable.line(String.join(", ", links.of())),
                                        links.mostPerSec(),
                                        100
                                                * (links.mostPerSec()
                                                                / answer.prediction().mostPerSec()
                                                        - 1)));
        line("at twice    %s", full(answer.atTwice()));
        line("at 10 times %s", full(answer.atTenTimes()));
        if (Double.isFinite(answer.goal().ratePerSec())) {
            answer.cheapest()
                    .ifPresentOrElse(
                            found ->
                                    line(
                                            "cheapest    %s with %s: %.2f cores, latency %s",
                                            found.prediction().setting().name(),
                                            new TreeMap<>(found.executors()),
                                            found.prediction().cores(),
                                            latency(found.prediction())),
                            () -> line("cheapest    nothing that was tried meets the goal"));
        }
        if (Double.isFinite(answer.goal().p99Ns())
                && answer.prediction().placement().topology().acked()) {
            answer.pending()
                    .ifPresentOrElse(
                            advice ->
                                    line(
                                            "pending     topology.max.spout.pending=%d keeps 99%%"
                                                    + " below %s, at up to %.0f/s",
                                            advice.pending(),
                                            time(advice.p99Ns()),
                                            advice.perSec()),
                            () ->
                                    line(
                                            "pending     none: one message at a time takes longer"
                                                    + " than the goal"));
        }
    }

    private static String full(List<String> full) {
        return full.isEmpty()
                ? "nothing is full"
                : "full: " + Printable.line(String.join(", ", full));
    }

    private static String latency(Prediction of) {
        Latency latency = of.latency();
        if (!latency.isKnown()) {
            return "not predicted, since tuples of '"
                    + Printable.line(String.join("', '", of.holding()))
                    + "' are acked later than they are executed, as in a window";
        }
        return Double.isFinite(latency.meanNs())
                ? "from emit " + time(latency.meanNs()) + ", 99% below " + time(latency.p99Ns())
                : "unbounded: more is offered than gets through, and nothing limits what is under"
                        + " way";
    }

    private static String time(double ns) {
        return ns == 0 ? "-" : String.format(Locale.ROOT, "%.3f ms", ns / 1e6);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
