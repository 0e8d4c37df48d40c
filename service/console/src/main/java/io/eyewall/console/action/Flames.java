package io.eyewall.console.action;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.console.watch.ConsoleJson;
import io.eyewall.console.watch.PolledTopology;
import io.eyewall.console.watch.TopologyPoller;
import io.eyewall.control.ProcessCalls;
import io.eyewall.control.flame.FlameGraph;
import io.eyewall.control.flame.FlameService;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.web.WebHandler;
import io.eyewall.web.WebRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Flame graphs of topologies: a POST starts a recording and returns immediately; a GET returns the
 * latest finished graph. Events report the recording's progress.
 */
public final class Flames implements WebHandler {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private final TopologyPoller watch;
    private final ProcessCalls calls;

    /** The body of a POST. */
    record ActionRequest(
            @Nullable String topology, @Nullable Integer seconds, FlameService.@Nullable By by) {}

    /**
     * @param watch the polled topologies
     * @param calls reach their processes
     */
    public Flames(TopologyPoller watch, ProcessCalls calls) {
        this.watch = watch;
        this.calls = calls;
    }

    @Override
    public HttpAnswer answer(WebRequest request) {
        return switch (request.method()) {
            case "GET", "HEAD" -> last(request.query());
            case "POST" -> begin(request);
            default ->
                    HttpAnswer.error(
                            405,
                            "Method Not Allowed",
                            request.method(),
                            Map.of("Allow", "GET, HEAD, POST"));
        };
    }

    private HttpAnswer last(String query) {
        String prefix = "topology=";
        String key = "";
        if (query.startsWith(prefix)) {
            try {
                key = URLDecoder.decode(query.substring(prefix.length()), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return json(400, Map.of("error", "the percent-encoding of 'topology' is wrong"));
            }
        }
        PolledTopology polled = watch.get(key);
        FlameGraph graph = polled == null ? null : polled.flames().last();
        return graph == null
                ? json(404, Map.of("error", "no flame graph of '" + key + "' was recorded"))
                : json(200, graph);
    }

    private HttpAnswer begin(WebRequest request) {
        String type = request.header("Content-Type");
        if (type == null || !type.startsWith("application/json")) {
            return json(
                    415, Map.of("error", "expected Content-Type application/json, got " + type));
        }
        ActionRequest wish;
        try {
            wish = MAPPER.readValue(request.body(), ActionRequest.class);
        } catch (JsonProcessingException e) {
            return json(
                    400,
                    Map.of(
                            "error",
                            "the request is not a JSON recording request: "
                                    + e.getOriginalMessage()));
        }
        if (wish == null || wish.topology() == null || wish.seconds() == null) {
            return json(400, Map.of("error", "expected 'topology' and 'seconds'"));
        }
        int seconds = wish.seconds();
        if (seconds < 1 || seconds > FlameService.MAX_SECONDS) {
            return json(
                    400,
                    Map.of(
                            "error",
                            "'seconds' is "
                                    + seconds
                                    + ", expected 1 to "
                                    + FlameService.MAX_SECONDS));
        }
        PolledTopology polled = watch.get(wish.topology());
        if (polled == null) {
            return json(404, Map.of("error", "there is no topology '" + wish.topology() + "'"));
        }
        if (!polled.flames().tryBegin(seconds)) {
            return json(
                    409,
                    Map.of(
                            "error",
                            "a flame graph of this topology is being recorded; wait for it to"
                                    + " finish"));
        }
        boolean begun = false;
        try {
            watch.executeOnPool(() -> record(polled, seconds, wish.by()));
            begun = true;
        } finally {
            if (!begun) { // the console was closed, or no thread could be started
                polled.flames().failed("not started");
            }
        }
        polled.onFlame();
        return json(202, Map.of("begun", seconds));
    }

    private void record(PolledTopology polled, int seconds, FlameService.@Nullable By by) {
        try {
            FlameGraph graph =
                    calls.call(
                            polled.topology(),
                            FlameService.NAME,
                            new FlameService.Asked(seconds, by, null),
                            FlameGraph.class,
                            Duration.ofSeconds(seconds).plus(FlameService.READING));
            polled.flames().done(graph);
        } catch (RuntimeException e) { // refused, or the process has ended
            polled.flames().failed(String.valueOf(e.getMessage()));
        } catch (Error e) {
            polled.flames().failed(e.toString());
            throw e;
        } finally {
            polled.onFlame();
        }
    }

    private static HttpAnswer json(int status, Object body) {
        return new HttpAnswer(
                status,
                "application/json",
                HttpBody.of(ConsoleJson.text(body)),
                Map.of("Cache-Control", "no-store"));
    }
}
