package io.eyewall.cli.top;

import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.control.figures.ComponentFigures;
import io.eyewall.control.figures.TopologyFigures;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.engine.metrics.ComponentMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.io.IOException;

/** Writes a view of a topology for programs: one JSON object. */
final class TopJson {
    private TopJson() {}

    static String of(View view) {
        return JsonLine.of(
                json -> {
                    TopologySample now = view.now();
                    TopologyFigures figures = view.figures();
                    json.writeNumberField("timeMs", now.timeMs());
                    json.writeStringField("topology", now.plan().name());
                    json.writeStringField("id", now.plan().id());
                    json.writeNumberField("pid", view.topology().process().pid());
                    json.writeStringField("status", now.status().name());
                    json.writeStringField("health", view.health().text());
                    json.writeStringField("why", view.health().why());
                    json.writeNumberField("uptimeSecs", now.uptimeSecs());
                    json.writeNumberField("ackedPerSec", figures.ackedPerSec());
                    json.writeNumberField("acked", figures.acked());
                    json.writeNumberField("failed", figures.failed());
                    json.writeNumberField("pending", figures.pending());
                    json.writeNumberField("queued", figures.queued());
                    json.writeNumberField("errors", figures.errors());
                    LatencySnapshot latency = now.metrics().completeLatency();
                    json.writeNumberField("p50Ns", latency.p50Ns());
                    json.writeNumberField("p99Ns", latency.p99Ns());
                    json.writeArrayFieldStart("components");
                    for (ComponentFigures component : view.components()) {
                        json.writeStartObject();
                        write(json, component);
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                    if (view.snapshots().isPresent()) {
                        write(json, view.snapshots().get());
                    }
                    if (view.forecast().isPresent()) {
                        write(json, view.forecast().get());
                    }
                });
    }

    private static void write(JsonGenerator json, SnapshotReport report) throws IOException {
        json.writeObjectFieldStart("snapshots");
        json.writeNumberField("number", report.number());
        json.writeNumberField("restored", report.restored());
        json.writeNumberField("ageMs", report.ageMs());
        json.writeNumberField("tookMs", report.tookMs());
        json.writeNumberField("bytes", report.bytes());
        json.writeStringField("slowestTask", report.slowestTask());
        json.writeNumberField("slowestMs", report.slowestMs());
        json.writeNumberField("alignedMs", report.alignedMs());
        json.writeNumberField("committed", report.committed());
        json.writeNumberField("rollbacks", report.rollbacks());
        json.writeStringField("lastRollback", report.lastRollback());
        json.writeStringField("failure", report.failure());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Forecast forecast) throws IOException {
        json.writeObjectFieldStart("model");
        json.writeNumberField("perSec", forecast.rootsPerSec());
        json.writeNumberField("maxPerSec", forecast.maxPerSec());
        json.writeStringField("bottleneck", forecast.bottleneck());
        write(json, "cores", forecast.cores());
        write(json, "meanNs", forecast.meanNs());
        write(json, "p99Ns", forecast.p99Ns());
        json.writeStringField("whyNoLatency", forecast.whyNoLatency());
        json.writeArrayFieldStart("drift");
        for (String what : forecast.drift()) {
            json.writeString(what);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /**
     * Writes a predicted and a measured value; null for a value that was not measured or has no
     * bound.
     */
    private static void write(JsonGenerator json, String name, Forecast.Pair pair)
            throws IOException {
        json.writeObjectFieldStart(name);
        if (pair.measured() >= 0) {
            json.writeNumberField("measured", pair.measured());
        } else {
            json.writeNullField("measured");
        }
        if (Double.isFinite(pair.predicted())) {
            json.writeNumberField("predicted", pair.predicted());
        } else {
            json.writeNullField("predicted");
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, ComponentFigures component) throws IOException {
        ComponentMetrics counters = component.counters();
        json.writeStringField("component", component.id());
        json.writeBooleanField("spout", component.isSpout());
        json.writeNumberField("executors", counters.executors());
        json.writeNumberField("dedicated", counters.dedicated());
        json.writeNumberField("perSec", component.perSec());
        json.writeNumberField("executed", counters.executed());
        json.writeNumberField("emitted", counters.emittedByUser());
        json.writeNumberField("busy", component.rates().busy());
        json.writeNumberField("callNs", component.callNs());
        json.writeNumberField("held", component.rates().held());
        json.writeNumberField("queued", counters.queuedTuples());
        json.writeNumberField("errors", component.errors());
    }
}
