package io.eyewall.console.action;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.console.watch.ConsoleJson;
import io.eyewall.console.watch.Watch;
import io.eyewall.console.watch.Watched;
import io.eyewall.control.ProcessCalls;
import io.eyewall.control.flame.FlameGraph;
import io.eyewall.control.flame.FlameService;
import io.eyewall.local.net.HttpAnswer;
import io.eyewall.local.net.HttpBody;
import io.eyewall.web.WebHandler;
import io.eyewall.web.WebRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Flame graphs of topologies: a POST has one recorded, and is answered at once; a GET gives the
 * last one that was. Events say how far it is.
 */
public final class Flames implements WebHandler {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private final Watch watch;
    private final ProcessCalls calls;

    /** What somebody wants. */
    record Wish(
            @Nullable String topology, @Nullable Integer seconds, FlameService.@Nullable By by) {}

    /**
     * @param watch knows the topologies
     * @param calls reach their processes
     */
    public Flames(Watch watch, ProcessCalls calls) {
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
                return json(400, Map.of("error", "the topology's percent-encoding is wrong"));
            }
        }
        Watched one = watch.get(key);
        FlameGraph graph = one == null ? null : one.flames().last();
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
        Wish wish;
        try {
            wish = MAPPER.readValue(request.body(), Wish.class);
        } catch (JsonProcessingException e) {
            return json(400, Map.of("error", "no JSON of a wish: " + e.getOriginalMessage()));
        }
        if (wish == null || wish.topology() == null || wish.seconds() == null) {
            return json(400, Map.of("error", "expected 'topology' and 'seconds'"));
        }
        int seconds = wish.seconds();
        if (seconds < 1 || seconds > FlameService.MOST_SECONDS) {
            return json(
                    400,
                    Map.of(
                            "error",
                            "'seconds' is "
                                    + seconds
                                    + ", expected 1 to "
                                    + FlameService.MOST_SECONDS));
        }
        Watched one = watch.get(wish.topology());
        if (one == null) {
            return json(404, Map.of("error", "there is no topology '" + wish.topology() + "'"));
        }
        if (!one.flames().tryBegin(seconds)) {
            return json(409, Map.of("error", "one is being recorded; wait for its end"));
        }
        boolean begun = false;
        try {
            watch.later(() -> record(one, seconds, wish.by()));
            begun = true;
        } finally {
            if (!begun) { // closed meanwhile, or no thread is to be had
                one.flames().failed("not begun");
            }
        }
        one.onFlame();
        return json(202, Map.of("begun", seconds));
    }

    private void record(Watched one, int seconds, FlameService.@Nullable By by) {
        try {
            FlameGraph graph =
                    calls.call(
                            one.topology(),
                            FlameService.NAME,
                            new FlameService.Asked(seconds, by, null),
                            FlameGraph.class,
                            Duration.ofSeconds(seconds).plus(FlameService.READING));
            one.flames().done(graph);
        } catch (RuntimeException e) { // refused, or a process that has gone
            one.flames().failed(String.valueOf(e.getMessage()));
        } catch (Error e) {
            one.flames().failed(e.toString());
            throw e;
        } finally {
            one.onFlame();
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
