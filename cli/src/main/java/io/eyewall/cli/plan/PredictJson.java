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

    static Map<String, @Nullable Object> of(WhatIfAnswer answer) {
        Map<String, @Nullable Object> json = prediction(answer.prediction());
        json.put("topology", answer.calibration().topology().name());
        json.put("offeredPerSec", finite(answer.goal().ratePerSec()));
        json.put("lowPerSec", finite(answer.lowPerSec()));
        json.put("highPerSec", finite(answer.highPerSec()));
        json.put("measuredPerSec", answer.calibration().measuredRootsPerSec());
        json.put(
                "componentsPerSec",
                answer.prediction().load().ratesByComponent(answer.prediction().placement()));
        json.put("resources", answer.prediction().load().uses().stream().map(u -> use(u)).toList());
        json.put("costs", answer.calibration().estimates().stream().map(e -> cost(e)).toList());
        List<Map<String, @Nullable Object>> sizes = new ArrayList<>();
        answer.sizes().forEach(found -> sizes.add(found(found)));
        json.put("sizes", sizes);
        json.put("secondLinks", answer.links().orElse(null));
        json.put("cheapest", answer.cheapest().map(PredictJson::found).orElse(null));
        json.put("fullAtTwice", answer.atTwice());
        json.put("fullAtTenTimes", answer.atTenTimes());
        json.put("maxSpoutPending", answer.pending().orElse(null));
        json.put("notes", answer.notes());
        return json;
    }

    private static Map<String, @Nullable Object> found(Search.Found found) {
        Map<String, @Nullable Object> json = prediction(found.prediction());
        json.put("executors", new TreeMap<>(found.executors()));
        return json;
    }

    private static Map<String, @Nullable Object> prediction(Prediction one) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("setting", one.setting().name());
        json.put("mostPerSec", one.mostPerSec());
        json.put("bottleneck", one.bottleneck());
        json.put("ratePerSec", one.load().rootsPerSec());
        json.put("cores", one.cores());
        json.put("latencyMeanMs", finite(one.latency().meanNs() / 1e6));
        json.put("latencyP99Ms", finite(one.latency().p99Ns() / 1e6));
        json.put("latencyFrom", "emit");
        json.put("fromDueMeanMs", finite(one.latencyFromDue().meanNs() / 1e6));
        json.put("fromDueP99Ms", finite(one.latencyFromDue().p99Ns() / 1e6));
        json.put("latencyUnknownBecauseOf", one.holding());
        json.put("heap", one.heap().map(heap -> heap(heap, one.load().rootsPerSec())).orElse(null));
        return json;
    }

    private static Map<String, @Nullable Object> heap(HeapUse heap, double perSec) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("allocatedBytesPerSec", heap.allocatedPerSec(perSec));
        json.put("liveBytes", heap.liveBytes());
        json.put("maxBytes", heap.maxBytes());
        boolean seen = heap.collected();
        json.put("neededBytes", seen ? heap.neededBytes() : null);
        json.put("collectionsPerSec", seen ? heap.collectionsPerSec(perSec) : null);
        json.put("stopMs", seen ? heap.stopNs() / 1e6 : null);
        json.put("stoppedPart", seen ? heap.stoppedPart(perSec) : null);
        return json;
    }

    private static Map<String, @Nullable Object> use(Load.Use use) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("kind", use.resource().kind().name().toLowerCase(Locale.ROOT));
        json.put("id", use.resource().id());
        json.put("used", use.used());
        json.put("limit", finite(use.resource().limit()));
        return json;
    }

    private static Map<String, @Nullable Object> cost(Estimate estimate) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("term", estimate.term());
        json.put("ns", estimate.ns());
        json.put("lowNs", estimate.lowNs());
        json.put("highNs", estimate.highNs());
        json.put("identified", estimate.identified());
        json.put("experiment", estimate.experiment());
        return json;
    }

    static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
