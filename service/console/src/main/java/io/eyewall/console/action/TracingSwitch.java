package io.eyewall.console.action;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.console.memory.TraceRows;
import io.eyewall.console.watch.ConsoleJson;
import io.eyewall.console.watch.PolledTopology;
import io.eyewall.console.watch.TopologyPoller;
import io.eyewall.console.watch.TraceCache;
import io.eyewall.engine.trace.Trace;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.web.WebHandler;
import io.eyewall.web.WebRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Traces of topologies. A POST announces a viewer, for a while. A GET returns the list of the
 * traces that are kept, one whole trace, or the tuples that traces saw on one edge. Events announce
 * changes. No call waits for a topology.
 */
public final class TracingSwitch implements WebHandler {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private final TopologyPoller watch;

    /** The body of a POST: the topology whose traces a page shows. */
    record View(@Nullable String topology) {}

    /**
     * @param watch the polled topologies
     */
    public TracingSwitch(TopologyPoller watch) {
        this.watch = watch;
    }

    @Override
    public HttpAnswer answer(WebRequest request) {
        return switch (request.method()) {
            case "GET", "HEAD" -> get(request.query());
            case "POST" -> view(request);
            default ->
                    HttpAnswer.error(
                            405,
                            "Method Not Allowed",
                            request.method(),
                            Map.of("Allow", "GET, HEAD, POST"));
        };
    }

    private HttpAnswer view(WebRequest request) {
        String type = request.header("Content-Type");
        if (type == null || !type.startsWith("application/json")) {
            return error(415, "expected Content-Type application/json, got " + type);
        }
        View view;
        try {
            view = MAPPER.readValue(request.body(), View.class);
        } catch (JsonProcessingException e) {
            return error(400, "the request is not a JSON trace request: " + e.getOriginalMessage());
        }
        if (view == null || view.topology() == null) {
            return error(400, "expected 'topology'");
        }
        PolledTopology polled = watch.get(view.topology());
        if (polled == null) {
            return noTopology(view.topology());
        }
        polled.traces().want();
        return json(202, Map.of("seconds", TraceCache.LOOKED.toSeconds()));
    }

    private HttpAnswer get(String query) {
        Map<String, String> requested;
        try {
            requested = parameters(query);
        } catch (IllegalArgumentException e) {
            return error(400, "the percent-encoding of the query is wrong");
        }
        String key = requested.getOrDefault("topology", "");
        PolledTopology polled = watch.get(key);
        if (polled == null) {
            return noTopology(key);
        }
        String id = requested.get("id");
        String from = requested.get("from");
        String to = requested.get("to");
        if (id != null) {
            Trace trace = polled.traces().get(id);
            return trace == null
                    ? error(404, "trace '" + id + "' is not kept")
                    : json(200, TraceRows.whole(trace));
        }
        List<Trace> all = polled.traces().all();
        return from != null && to != null
                ? json(200, TraceRows.samples(all, from, to))
                : json(200, all.stream().map(TraceRows::line).toList());
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String parameter : query.split("&")) {
            int at = parameter.indexOf('=');
            if (at > 0) {
                parameters.putIfAbsent(
                        parameter.substring(0, at),
                        URLDecoder.decode(parameter.substring(at + 1), StandardCharsets.UTF_8));
            }
        }
        return parameters;
    }

    private static HttpAnswer noTopology(String key) {
        return error(404, "there is no topology '" + key + "'");
    }

    private static HttpAnswer error(int status, String text) {
        return json(status, Map.of("error", text));
    }

    private static HttpAnswer json(int status, Object body) {
        return new HttpAnswer(
                status,
                "application/json",
                HttpBody.of(ConsoleJson.text(body)),
                Map.of("Cache-Control", "no-store"));
    }
}
