package io.eyewall.cli.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.eyewall.cli.terminal.Console;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.ReportedError;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines for programs to the standard output: one JSON object per line, in ASCII, with {@code
 * event} ({@code status}, {@code progress}, {@code error}, {@code draining}, {@code summary},
 * {@code errorSummary}, {@code failure}, or a command's own) and {@code timeMs} since 1970.
 * docs/reference/command.md lists the fields.
 */
final class JsonReporter implements Reporter {
    private static final JsonFactory FACTORY =
            new JsonFactoryBuilder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** Maximum length of a message in characters; the rest is cut off. */
    private static final int MAX_MESSAGE_CHARS = 16_384;

    /** Writes the fields of an event. */
    interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private final Console console;

    JsonReporter(Console console) {
        this.console = console;
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
    public void onProgress(TopologyProgress progress) {
        event(
                "progress",
                json -> {
                    writeNumbers(json, progress, "perSec");
                    if (!progress.openings().isEmpty()) {
                        writeOpenings(json, progress.openings());
                    }
                });
    }

    @Override
    public void onDraining(TopologyProgress progress, long secondsLeft) {
        event(
                "draining",
                json -> {
                    writeNumbers(json, progress, "perSec");
                    json.writeNumberField("secondsLeft", secondsLeft);
                });
    }

    @Override
    public void onSummary(TopologyProgress total) {
        event("summary", json -> writeNumbers(json, total, "meanPerSec"));
    }

    private static void writeNumbers(JsonGenerator json, TopologyProgress progress, String rate)
            throws IOException {
        json.writeStringField("topology", progress.topology());
        json.writeNumberField("uptimeSecs", progress.uptimeSecs());
        json.writeNumberField("acked", progress.acked());
        json.writeNumberField("failed", progress.failed());
        json.writeNumberField("pending", progress.pending());
        json.writeNumberField("queued", progress.queued());
        json.writeNumberField("errors", progress.errors());
        json.writeObjectFieldStart("components");
        for (TopologyProgress.Component component : progress.components()) {
            json.writeObjectFieldStart(component.id());
            json.writeNumberField("tuples", component.tuples());
            json.writeNumberField(rate, Math.round(component.perSec()));
            json.writeNumberField("queued", component.queued());
            json.writeNumberField("errors", component.errors());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void writeOpenings(JsonGenerator json, List<TaskOpening> openings)
            throws IOException {
        json.writeArrayFieldStart("waitsFor");
        for (TaskOpening opening : openings) {
            json.writeStartObject();
            json.writeStringField("component", opening.componentId());
            json.writeNumberField("task", opening.taskId());
            json.writeStringField("call", opening.call());
            json.writeNumberField("seconds", opening.elapsed().toMillis() / 1000.0);
            json.writeArrayFieldStart("stack");
            for (StackTraceElement frame : opening.stack()) {
                json.writeString(frame.toString());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    @Override
    public void onError(String topology, ReportedError error) {
        ErrorReport report = error.report();
        event(
                "error",
                json -> {
                    json.writeStringField("topology", topology);
                    json.writeStringField("component", report.componentId());
                    json.writeNumberField("task", report.taskId());
                    json.writeNumberField("reportedAtSecs", report.timeSecs());
                    json.writeNumberField("alike", error.alike());
                    json.writeNumberField("reportedSoFar", error.reportedSoFar());
                    json.writeStringField("error", Printable.headline(report.stackTrace()));
                    json.writeStringField("stackTrace", report.stackTrace());
                });
    }

    @Override
    public void onErrorSummary(String topology, ErrorWatch.Total total) {
        event(
                "errorSummary",
                json -> {
                    json.writeStringField("topology", topology);
                    json.writeStringField("component", total.componentId());
                    json.writeNumberField("reported", total.count());
                    json.writeObjectFieldStart("tasks");
                    for (Map.Entry<Integer, Long> task : new TreeMap<>(total.tasks()).entrySet()) {
                        json.writeNumberField(task.getKey().toString(), task.getValue());
                    }
                    json.writeEndObject();
                    ErrorReport latest = total.latest();
                    if (latest != null) {
                        json.writeStringField("latest", Printable.headline(latest.stackTrace()));
                    }
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
                    json.writeStringField("message", messageOf(failure.cause()));
                });
    }

    private static @Nullable String messageOf(Throwable cause) {
        String message;
        try {
            message = cause.getMessage();
        } catch (Throwable thrown) { // thrown by the application's own code
            return "(its getMessage threw " + thrown.getClass().getName() + ")";
        }
        return message == null || message.length() <= MAX_MESSAGE_CHARS
                ? message
                : message.substring(0, MAX_MESSAGE_CHARS) + "...";
    }

    @Override
    public boolean isUnread() {
        return console.isUnread(true);
    }

    @Override
    public boolean hasLostEvents() {
        return console.hasLostResults();
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
        console.printResult(text.toString());
    }
}
