package io.eyewall.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Lines for programs, on the standard output: one JSON object each, with {@code event} ({@code
 * status}, {@code progress}, {@code failure}, or a command's own) and {@code timeMs} since 1970.
 */
final class JsonReporter implements Reporter {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Writes the fields of an event. */
    interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private final PrintStream out;

    JsonReporter(PrintStream out) {
        this.out = out;
    }

    @Override
    public void onStatus(String topology, String topologyId, TopologyStatus status) {
        event(
                "status",
                json -> {
                    json.writeStringField("topology", topology);
                    json.writeStringField("id", topologyId);
                    json.writeStringField("status", status.name());
                });
    }

    @Override
    public void onProgress(Progress progress) {
        event(
                "progress",
                json -> {
                    json.writeStringField("topology", progress.topology());
                    json.writeNumberField("uptimeSecs", progress.uptimeSecs());
                    json.writeNumberField("acked", progress.acked());
                    json.writeNumberField("failed", progress.failed());
                    json.writeNumberField("pending", progress.pending());
                    json.writeObjectFieldStart("components");
                    for (Progress.Component component : progress.components()) {
                        json.writeObjectFieldStart(component.id());
                        json.writeNumberField("tuples", component.tuples());
                        json.writeNumberField("perSec", Math.round(component.perSec()));
                        json.writeNumberField("queued", component.queued());
                        json.writeEndObject();
                    }
                    json.writeEndObject();
                });
    }

    @Override
    public void onFailure(TopologyFailure failure) {
        event(
                "failure",
                json -> {
                    json.writeStringField("topology", failure.topology());
                    json.writeStringField("component", failure.componentId());
                    json.writeNumberField("task", failure.taskId());
                    json.writeStringField("call", failure.call());
                    json.writeStringField("exception", failure.cause().getClass().getName());
                    @Nullable String message = failure.cause().getMessage();
                    json.writeStringField("message", message);
                });
    }

    /** Prints one event. */
    void event(String name, Fields fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("event", name);
            json.writeNumberField("timeMs", System.currentTimeMillis());
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println(text);
    }
}
