package io.eyewall.cli.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.Score;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;

/**
 * Writes the placement of topologies as one JSON object for programs. Times are in milliseconds
 * since 1970, loads in cores, {@code busy} in executors, costs in nanoseconds per second.
 */
final class PlanJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator json;

    private PlanJson(JsonGenerator json) {
        this.json = json;
    }

    /**
     * Returns the JSON text.
     *
     * @param report the report of one of the topologies; empty if there was no evaluation
     */
    static String toJson(
            List<? extends RunningTopology> topologies, Optional<PlacementReport> report)
            throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            new PlanJson(generator).write(topologies, report);
        }
        return text.toString();
    }

    private void write(List<? extends RunningTopology> topologies, Optional<PlacementReport> report)
            throws IOException {
        json.writeStartObject();
        writeArray(
                "topologies",
                topologies,
                topology -> {
                    json.writeStringField("topology", topology.plan().name());
                    json.writeStringField("id", topology.plan().id());
                    json.writeStringField("status", topology.status().name());
                    json.writeNumberField("moves", topology.placement().moves());
                    writeParallelism(topology.parallelism());
                });
        writeEvaluation("lastEvaluation", report.flatMap(PlacementReport::lastEvaluation));
        writeEvaluation("lastChange", report.flatMap(PlacementReport::lastChange));
        json.writeEndObject();
    }

    private void writeParallelism(ParallelismReport report) throws IOException {
        writeArray(
                "following",
                report.components(),
                component -> {
                    json.writeStringField("component", component.componentId());
                    json.writeNumberField("executors", component.executors());
                    json.writeNumberField("least", component.least());
                    json.writeNumberField("busy", component.busy());
                    json.writeStringField("state", component.state());
                });
        writeArray(
                "resized",
                report.changes(),
                change -> {
                    json.writeNumberField("timeMs", change.timeMs());
                    json.writeStringField("component", change.componentId());
                    json.writeNumberField("before", change.before());
                    json.writeNumberField("after", change.after());
                    json.writeStringField("reason", change.reason());
                });
    }

    private void writeEvaluation(String field, Optional<PlacementReport.Evaluation> evaluation)
            throws IOException {
        if (evaluation.isPresent()) {
            json.writeFieldName(field);
            writeEvaluation(evaluation.get());
        }
    }

    private void writeEvaluation(PlacementReport.Evaluation evaluation) throws IOException {
        Plan plan = evaluation.advice().plan();
        json.writeStartObject();
        json.writeNumberField("timeMs", evaluation.timeMs());
        json.writeStringField("verdict", evaluation.advice().verdict().name());
        json.writeStringField("reason", evaluation.advice().reason());
        writeArray(
                "cores",
                evaluation.cores(),
                core -> {
                    json.writeNumberField("core", core.core());
                    json.writeBooleanField("parked", core.isParked());
                    json.writeNumberField("executors", core.executors());
                    json.writeNumberField("busyNs", core.busyNs());
                    json.writeNumberField("sleeps", core.sleeps());
                });
        writeArray(
                "executors",
                evaluation.window().executors(),
                load -> {
                    writeExecutor("executor", load.executor());
                    json.writeStringField("place", evaluation.places().get(load.executor()));
                    json.writeStringField("planned", plan.assignment().get(load.executor()));
                    json.writeNumberField("cores", load.cores());
                });
        writeArray(
                "traffic",
                evaluation.window().traffic(),
                flow -> {
                    writeExecutor("from", flow.from());
                    writeExecutor("to", flow.to());
                    json.writeNumberField("tuplesPerSec", flow.tuplesPerSec());
                    json.writeNumberField("bytesPerSec", flow.bytesPerSec());
                });
        json.writeStringField("algorithm", plan.algorithm());
        Score present = plan.startScore();
        if (present != null) {
            json.writeFieldName("present");
            writeScore(present);
        }
        json.writeFieldName("predicted");
        writeScore(plan.score());
        json.writeEndObject();
    }

    /** Writes the fields of one item. */
    private interface Fields<T> {
        void write(T item) throws IOException;
    }

    private <T> void writeArray(String field, List<? extends T> items, Fields<T> fields)
            throws IOException {
        json.writeArrayFieldStart(field);
        for (T item : items) {
            json.writeStartObject();
            fields.write(item);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeScore(Score score) throws IOException {
        json.writeStartObject();
        json.writeNumberField("costNsPerSec", score.costNsPerSec());
        json.writeNumberField("violation", score.violation());
        json.writeEndObject();
    }

    private void writeExecutor(String field, ExecutorId id) throws IOException {
        json.writeStringField(field, id.toString());
    }
}
