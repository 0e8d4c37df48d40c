package io.eyewall.cli.plan;

import io.eyewall.model.calibration.Estimate;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.topology.HeapUse;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Search;
import io.eyewall.model.whatif.WhatIfAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts an answer to maps and lists for JSON; infinite and unknown numbers become null. */
final class PredictJson {
    private PredictJson() {}

    static Map<String, @Nullable Object> toMap(WhatIfAnswer answer) {
        Map<String, @Nullable Object> json = predictionMap(answer.prediction());
        json.put("topology", answer.calibration().topology().name());
        json.put("offeredPerSec", finiteOrNull(answer.goal().ratePerSec()));
        json.put("lowPerSec", finiteOrNull(answer.lowPerSec()));
        json.put("highPerSec", finiteOrNull(answer.highPerSec()));
        json.put("measuredPerSec", answer.calibration().measuredRootsPerSec());
        json.put(
                "componentsPerSec",
                answer.prediction().load().ratesByComponent(answer.prediction().placement()));
        json.put(
                "resources",
                answer.prediction().load().uses().stream().map(u -> useMap(u)).toList());
        json.put("costs", answer.calibration().estimates().stream().map(e -> costMap(e)).toList());
        List<Map<String, @Nullable Object>> sizes = new ArrayList<>();
        answer.sizes().forEach(found -> sizes.add(foundMap(found)));
        json.put("sizes", sizes);
        json.put("secondLinks", answer.links().orElse(null));
        json.put("cheapest", answer.cheapest().map(PredictJson::foundMap).orElse(null));
        json.put("fullAtTwice", answer.atTwice());
        json.put("fullAtTenTimes", answer.atTenTimes());
        json.put("maxSpoutPending", answer.pending().orElse(null));
        json.put("notes", answer.notes());
        return json;
    }

    private static Map<String, @Nullable Object> foundMap(Search.Found found) {
        Map<String, @Nullable Object> json = predictionMap(found.prediction());
        json.put("executors", new TreeMap<>(found.executors()));
        return json;
    }

    private static Map<String, @Nullable Object> predictionMap(Prediction prediction) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("setting", prediction.setting().name());
        json.put("maxPerSec", prediction.maxPerSec());
        json.put("bottleneck", prediction.bottleneck());
        json.put("ratePerSec", prediction.load().rootsPerSec());
        json.put("cores", prediction.cores());
        json.put("latencyMeanMs", finiteOrNull(prediction.latency().meanNs() / 1e6));
        json.put("latencyP99Ms", finiteOrNull(prediction.latency().p99Ns() / 1e6));
        json.put("latencyFrom", "emit");
        json.put("fromDueMeanMs", finiteOrNull(prediction.latencyFromDue().meanNs() / 1e6));
        json.put("fromDueP99Ms", finiteOrNull(prediction.latencyFromDue().p99Ns() / 1e6));
        json.put("latencyUnknownBecauseOf", prediction.holding());
        json.put(
                "heap",
                prediction
                        .heap()
                        .map(heap -> heapMap(heap, prediction.load().rootsPerSec()))
                        .orElse(null));
        return json;
    }

    private static Map<String, @Nullable Object> heapMap(HeapUse heap, double perSec) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("allocatedBytesPerSec", heap.allocatedPerSec(perSec));
        json.put("liveBytes", heap.liveBytes());
        json.put("maxBytes", heap.maxBytes());
        boolean collected = heap.collected();
        json.put("neededBytes", collected ? heap.neededBytes() : null);
        json.put("collectionsPerSec", collected ? heap.collectionsPerSec(perSec) : null);
        json.put("stopMs", collected ? heap.stopNs() / 1e6 : null);
        json.put("stoppedPart", collected ? heap.stoppedPart(perSec) : null);
        return json;
    }

    private static Map<String, @Nullable Object> useMap(Load.Use use) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("kind", use.resource().kind().name().toLowerCase(Locale.ROOT));
        json.put("id", use.resource().id());
        json.put("used", use.used());
        json.put("limit", finiteOrNull(use.resource().limit()));
        return json;
    }

    private static Map<String, @Nullable Object> costMap(Estimate estimate) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("term", estimate.term());
        json.put("ns", estimate.ns());
        json.put("lowNs", estimate.lowNs());
        json.put("highNs", estimate.highNs());
        json.put("identified", estimate.identified());
        json.put("experiment", estimate.experiment());
        return json;
    }

    static @Nullable Double finiteOrNull(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
