package io.eyewall.console.action;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.console.memory.TraceRows;
import io.eyewall.console.watch.ConsoleJson;
import io.eyewall.console.watch.TraceShelf;
import io.eyewall.console.watch.Watch;
import io.eyewall.console.watch.Watched;
import io.eyewall.engine.trace.Trace;
import io.eyewall.local.net.HttpAnswer;
import io.eyewall.local.net.HttpBody;
import io.eyewall.web.WebHandler;
import io.eyewall.web.WebRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Traces of topologies: a POST says that somebody looks at them, for a while; a GET gives those
 * that are kept, all of one, or what was sent along an edge in them. Events say when there are
 * others. Waits for no topology.
 */
public final class Tracing implements WebHandler {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private final Watch watch;

    /** What somebody looks at. */
    record Look(@Nullable String topology) {}

    /**
     * @param watch knows the topologies
     */
    public Tracing(Watch watch) {
        this.watch = watch;
    }

    @Override
    public HttpAnswer answer(WebRequest request) {
        return switch (request.method()) {
            case "GET", "HEAD" -> get(request.query());
            case "POST" -> look(request);
            default ->
                    HttpAnswer.error(
                            405,
                            "Method Not Allowed",
                            request.method(),
                            Map.of("Allow", "GET, HEAD, POST"));
        };
    }

    private HttpAnswer look(WebRequest request) {
        String type = request.header("Content-Type");
        if (type == null || !type.startsWith("application/json")) {
            return error(415, "expected Content-Type application/json, got " + type);
        }
        Look look;
        try {
            look = MAPPER.readValue(request.body(), Look.class);
        } catch (JsonProcessingException e) {
            return error(400, "no JSON of a look at traces: " + e.getOriginalMessage());
        }
        if (look == null || look.topology() == null) {
            return error(400, "expected 'topology'");
        }
        Watched one = watch.get(look.topology());
        if (one == null) {
            return noTopology(look.topology());
        }
        one.traces().want();
        return json(202, Map.of("seconds", TraceShelf.LOOKED.toSeconds()));
    }

    private HttpAnswer get(String query) {
        Map<String, String> asked;
        try {
            asked = parameters(query);
        } catch (IllegalArgumentException e) {
            return error(400, "the percent-encoding of the query is wrong");
        }
        String key = asked.getOrDefault("topology", "");
        Watched one = watch.get(key);
        if (one == null) {
            return noTopology(key);
        }
        String id = asked.get("id");
        String from = asked.get("from");
        String to = asked.get("to");
        if (id != null) {
            Trace trace = one.traces().get(id);
            return trace == null
                    ? error(404, "trace '" + id + "' is not kept")
                    : json(200, TraceRows.whole(trace));
        }
        List<Trace> all = one.traces().all();
        return from != null && to != null
                ? json(200, TraceRows.samples(all, from, to))
                : json(200, all.stream().map(TraceRows::line).toList());
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String each : query.split("&")) {
            int at = each.indexOf('=');
            if (at > 0) {
                parameters.putIfAbsent(
                        each.substring(0, at),
                        URLDecoder.decode(each.substring(at + 1), StandardCharsets.UTF_8));
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
