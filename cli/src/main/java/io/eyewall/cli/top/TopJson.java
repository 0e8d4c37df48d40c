package io.eyewall.cli.top;

import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.cli.remote.JsonLine;
import io.eyewall.engine.metrics.LatencySnapshot;
import java.io.IOException;

/** A view of a topology for programs: one JSON object. */
final class TopJson {
    private TopJson() {}

    static String of(View view) {
        return JsonLine.of(
                json -> {
                    Sample now = view.now();
                    json.writeNumberField("timeMs", System.currentTimeMillis());
                    json.writeStringField("topology", now.plan().name());
                    json.writeStringField("id", now.plan().id());
                    json.writeNumberField("pid", now.topology().process().pid());
                    json.writeStringField("status", now.status().name());
                    json.writeNumberField("uptimeSecs", now.uptimeSecs());
                    json.writeNumberField("ackedPerSec", view.ackedPerSec());
                    json.writeNumberField("acked", view.acked());
                    json.writeNumberField("failed", view.failed());
                    json.writeNumberField("pending", view.pending());
                    json.writeNumberField("queued", view.queued());
                    json.writeNumberField("errors", view.errors());
                    LatencySnapshot latency = now.metrics().completeLatency();
                    json.writeNumberField("p50Ns", latency.p50Ns());
                    json.writeNumberField("p99Ns", latency.p99Ns());
                    json.writeArrayFieldStart("components");
                    for (View.Component component : view.components()) {
                        json.writeStartObject();
                        write(json, component);
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                });
    }

    private static void write(JsonGenerator json, View.Component component) throws IOException {
        json.writeStringField("component", component.id());
        json.writeBooleanField("spout", component.isSpout());
        json.writeNumberField("executors", component.executors());
        json.writeNumberField("perSec", component.perSec());
        json.writeNumberField("executed", component.executed());
        json.writeNumberField("emitted", component.emitted());
        json.writeNumberField("busy", component.busy());
        json.writeNumberField("callNs", component.callNs());
        json.writeNumberField("held", component.held());
        json.writeNumberField("queued", component.queued());
        json.writeNumberField("errors", component.errors());
    }
}
