package io.eyewall.benchmarks.scenario.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.eyewall.benchmarks.scenario.child.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run for programs: {@code environment}, {@code summary} (a row per scenario and system)
 * and {@code runs} (every measurement, with the names of {@link Measurement}). Missing figures are
 * null.
 */
public final class ResultJson {
    private ResultJson() {}

    /** Writes the run to a file, replacing an existing one. */
    public static void write(
            Path file, Environment environment, Summary summary, List<RunResult> results)
            throws IOException {
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(file.toFile(), document(environment, summary, results));
    }

    /** Returns the run as one line of JSON. */
    public static String line(Environment environment, Summary summary, List<RunResult> results)
            throws IOException {
        return new ObjectMapper().writeValueAsString(document(environment, summary, results));
    }

    private static Map<String, Object> document(
            Environment environment, Summary summary, List<RunResult> results) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("environment", environment);
        document.put("summary", summary.rows().stream().map(ResultJson::row).toList());
        List<Map<String, @Nullable Object>> runs = new ArrayList<>();
        for (RunResult result : results) {
            Map<String, @Nullable Object> run = new LinkedHashMap<>();
            run.put("scenario", result.step().scenario().name());
            run.put("system", result.step().peer().name());
            run.put("round", result.step().round());
            run.put("failure", result.failure());
            run.put("host", host(result.host()));
            run.put("measurement", result.measurement());
            runs.add(run);
        }
        document.put("runs", runs);
        return document;
    }

    private static Map<String, @Nullable Object> row(Summary.Row row) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("scenario", row.scenario().name());
        fields.put("system", row.peer().name());
        fields.put("goodRounds", row.goodRounds());
        fields.put("failedRounds", row.failedRounds());
        fields.put("millionUnitsPerSec", finite(row.millionUnitsPerSec()));
        fields.put("lowest", finite(row.lowest()));
        fields.put("highest", finite(row.highest()));
        fields.put("spread", orNull(row.spread()));
        fields.put("cpuSecPerMillionUnits", finite(row.cpuSecPerMillionUnits()));
        fields.put("coresUsed", finite(row.coresUsed()));
        fields.put("coresOfOthers", finite(row.coresOfOthers()));
        fields.put("rssMib", finite(row.rssMib()));
        fields.put("threads", finite(row.threads()));
        fields.put("firstUnitSec", finite(row.firstUnitSec()));
        fields.put("fromDueUs", latency(row.fromDue()));
        fields.put("fromEmitUs", latency(row.fromEmit()));
        fields.put("toHandwritten", orNull(row.toHandwritten()));
        fields.put("toEyewall", orNull(row.toOurs()));
        fields.put("cpuToEyewall", orNull(row.cpuToOurs()));
        fields.put("toHost", orNull(row.toHost()));
        fields.put("unsteadyRounds", row.unsteadyRounds());
        return fields;
    }

    private static @Nullable Map<String, Double> host(@Nullable HostReading host) {
        return host == null
                ? null
                : Map.of(
                        "beforeMillionUnitsPerSec", host.before(),
                        "afterMillionUnitsPerSec", host.after());
    }

    private static Map<String, @Nullable Double> latency(Summary.LatencyUs latency) {
        Map<String, @Nullable Double> fields = new LinkedHashMap<>();
        fields.put("p50", finite(latency.p50()));
        fields.put("p99", finite(latency.p99()));
        fields.put("p999", finite(latency.p999()));
        return fields;
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
