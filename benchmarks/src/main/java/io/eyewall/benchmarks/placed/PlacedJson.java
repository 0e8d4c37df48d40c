package io.eyewall.benchmarks.placed;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.eyewall.benchmarks.scenario.runner.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes outcomes for programs: {@code environment}, {@code phaseSec}, and {@code scenarios} with
 * {@code bestPlans}, {@code evaluations} and {@code runs}, whose fields are named as those of the
 * records in this package. Missing values are null.
 */
final class PlacedJson {
    private PlacedJson() {}

    /** Writes the file, replacing an existing one. */
    static void write(
            Path file, Environment environment, Tempo tempo, List<PlacedRunner.Outcome> outcomes)
            throws IOException {
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(file.toFile(), document(environment, tempo, outcomes));
    }

    /** Returns the same as one line. */
    static String line(Environment environment, Tempo tempo, List<PlacedRunner.Outcome> outcomes)
            throws IOException {
        return new ObjectMapper().writeValueAsString(document(environment, tempo, outcomes));
    }

    private static Map<String, Object> document(
            Environment environment, Tempo tempo, List<PlacedRunner.Outcome> outcomes) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("environment", environment);
        document.put("phaseSec", tempo.phaseSec());
        document.put("periodSec", tempo.period().toNanos() / 1e9);
        document.put("scenarios", outcomes.stream().map(PlacedJson::outcome).toList());
        return document;
    }

    private static Map<String, Object> outcome(PlacedRunner.Outcome outcome) {
        PlacedScenario scenario = outcome.scenario();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("scenario", scenario.name());
        fields.put("title", scenario.title());
        fields.put("phases", scenario.phases());
        fields.put("timeline", scenario.timeline());
        fields.put("bestPlans", outcome.bestPlans());
        fields.put("evaluations", outcome.evaluations().stream().map(PlacedJson::row).toList());
        List<Map<String, Object>> runs = new ArrayList<>();
        for (Run run : outcome.runs()) {
            runs.add(
                    Map.of("way", run.way(), "problems", run.problems(), "samples", run.samples()));
        }
        fields.put("runs", runs);
        return fields;
    }

    private static Map<String, @Nullable Object> row(Evaluation one) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("way", one.run().way());
        fields.put("place", one.place());
        fields.put("tuplesPerSec", one.tuplesPerSec());
        fields.put("toBest", one.toBest());
        fields.put("toBestAtEnd", one.toBestAtEnd());
        fields.put(
                "untilGoodSec",
                one.untilGoodSec().isPresent() ? one.untilGoodSec().getAsDouble() : null);
        boolean hasLateness = one.run().scenario().isPaced();
        fields.put("p50Ms", hasLateness ? one.p50Ms() : null);
        fields.put("p99Ms", hasLateness ? one.p99Ms() : null);
        fields.put("moves", one.moves());
        fields.put("cores", one.cores());
        fields.put("executors", one.executors());
        fields.put("cpuCores", one.cpuCores());
        fields.put("otherCores", one.otherCores());
        return fields;
    }
}
