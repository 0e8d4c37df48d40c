package io.eyewall.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.model.simulation.result.Change;
import io.eyewall.model.simulation.result.ClusterSample;
import io.eyewall.model.simulation.result.ComponentResult;
import io.eyewall.model.simulation.result.ResultSample;
import io.eyewall.model.simulation.result.SimulationResult;
import io.eyewall.model.simulation.result.TopologyResult;
import java.io.IOException;

/**
 * Writes outcomes for programs: one object per run. Real time is left out, so that the same seed
 * gives the same bytes.
 */
final class OutcomeJson {
    private OutcomeJson() {}

    static String toJson(Outcome outcome) {
        SimulationResult result = outcome.result();
        return JsonLine.of(
                json -> {
                    json.writeStringField("run", outcome.name());
                    writeNumber(json, "ackedPerSec", outcome.ackedPerSec());
                    writeNumber(json, "meanMs", outcome.meanMs());
                    writeNumber(json, "p99Ms", outcome.p99Ms());
                    json.writeNumberField("failed", outcome.failed());
                    json.writeNumberField("waiting", outcome.backlog());
                    json.writeNumberField("nodes", result.nodes());
                    json.writeNumberField("workers", result.workers());
                    json.writeNumberField("moves", result.moves());
                    writeNumber(json, "cores", result.cores());
                    json.writeNumberField("events", result.events());
                    json.writeArrayFieldStart("changes");
                    for (Change change : result.changes()) {
                        json.writeStartObject();
                        writeNumber(json, "sec", change.sec());
                        json.writeStringField("what", change.what());
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                    json.writeArrayFieldStart("cluster");
                    for (ClusterSample sample : result.cluster()) {
                        writeSample(json, sample);
                    }
                    json.writeEndArray();
                    json.writeArrayFieldStart("topologies");
                    for (TopologyResult topology : result.topologies()) {
                        writeTopology(json, topology);
                    }
                    json.writeEndArray();
                });
    }

    private static void writeSample(JsonGenerator json, ClusterSample sample) throws IOException {
        json.writeStartObject();
        writeNumber(json, "sec", sample.sec());
        json.writeNumberField("nodes", sample.nodes());
        json.writeNumberField("workers", sample.workers());
        json.writeNumberField("moves", sample.moves());
        writeNumber(json, "busiest", sample.busiest());
        writeNumber(json, "cores", sample.cores());
        json.writeEndObject();
    }

    private static void writeTopology(JsonGenerator json, TopologyResult topology)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("topology", topology.topology());
        json.writeNumberField("acked", topology.acked());
        writeNumber(json, "ackedPerSec", topology.ackedPerSec());
        json.writeNumberField("failed", topology.failed());
        writeNumber(json, "meanMs", topology.meanMs());
        writeNumber(json, "p50Ms", topology.p50Ms());
        writeNumber(json, "p99Ms", topology.p99Ms());
        json.writeNumberField("waiting", topology.backlog());
        json.writeArrayFieldStart("components");
        for (ComponentResult component : topology.components()) {
            json.writeStartObject();
            json.writeStringField("component", component.component());
            json.writeNumberField("executors", component.executors());
            writeNumber(json, "tuplesPerSec", component.tuplesPerSec());
            writeNumber(json, "cores", component.cores());
            json.writeNumberField("queued", component.queued());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("series");
        for (ResultSample sample : topology.series()) {
            json.writeStartObject();
            writeNumber(json, "sec", sample.sec());
            writeNumber(json, "ackedPerSec", sample.ackedPerSec());
            writeNumber(json, "failedPerSec", sample.failedPerSec());
            writeNumber(json, "meanMs", sample.meanMs());
            writeNumber(json, "p99Ms", sample.p99Ms());
            json.writeNumberField("waiting", sample.backlog());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes a number; null instead of NaN and infinity, which JSON does not have. */
    private static void writeNumber(JsonGenerator json, String name, double value)
            throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        } else {
            json.writeNullField(name);
        }
    }
}
