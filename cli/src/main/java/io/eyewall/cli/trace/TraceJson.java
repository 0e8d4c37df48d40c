package io.eyewall.cli.trace;

import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.wire.Answer;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.trace.Trace;
import java.nio.charset.StandardCharsets;

/** Writes a trace as a JSON object. */
final class TraceJson {
    private TraceJson() {}

    /** Returns one line with the topology's name and the trace in the control port's format. */
    static String toJson(RemoteTopology topology, Trace trace) {
        return JsonLine.of(
                json -> {
                    byte[] fields = WireJson.bytes(trace, Answer.MAX_BYTES);
                    json.writeStringField("topology", topology.name());
                    json.writeStringField("id", topology.id());
                    json.writeNumberField("pid", topology.process().pid());
                    json.writeFieldName("trace");
                    json.writeRawValue(new String(fields, StandardCharsets.US_ASCII));
                });
    }
}
