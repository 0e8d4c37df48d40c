package io.eyewall.cluster.generator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.cluster.WholeFile;
import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameter;
import io.eyewall.plugin.wire.ClusterView;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.web.WebRequest;
import io.eyewall.web.WebRoute;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP API of a generator; docs/guides/cluster.md lists the requests. Called by the web
 * server's threads.
 */
final class ScheduleRoutes {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String JSON_TYPE = "application/json";
    private static final long ANSWER_LIMIT_SEC = 120;

    private final GeneratorLoop loop;

    ScheduleRoutes(GeneratorLoop loop) {
        this.loop = loop;
    }

    List<WebRoute> routes() {
        return List.of(
                WebRoute.api("/v1/cluster", this::cluster),
                WebRoute.api("/v1/schedule", this::schedule),
                WebRoute.api("/v1/schedule/now", this::now),
                WebRoute.api("/v1/schedule/algorithms", this::algorithms),
                WebRoute.open("/healthz", request -> health()));
    }

    private HttpAnswer health() {
        if (!loop.isAlive()) {
            return HttpAnswer.error(
                    503,
                    "Not Well",
                    "the thread eyewall-generator has ended or is stuck in an evaluation");
        }
        String problem = loop.published().status().problem();
        return problem == null
                ? HttpAnswer.text("ok\n")
                : HttpAnswer.error(503, "Not Well", problem);
    }

    /** Accepts Nimbus' view of the cluster, and returns the plan on offer. */
    private HttpAnswer cluster(WebRequest request) {
        if (!request.method().equals("POST")) {
            return wrongMethod(request, "POST");
        }
        try {
            loop.offer(ClusterView.fromJson(request.body()));
        } catch (IllegalArgumentException e) {
            return HttpAnswer.error(400, "Bad Request", e.getMessage());
        }
        return json(loop.published().planJson());
    }

    private HttpAnswer schedule(WebRequest request) throws IOException, InterruptedException {
        return switch (request.method()) {
            case "GET", "HEAD" -> status(request.header("If-None-Match"));
            case "PUT" -> use(request.body());
            default -> wrongMethod(request, "GET, PUT");
        };
    }

    /**
     * Returns the status, or 304 if the client has it: web pages ask each second, and mostly
     * nothing has changed.
     */
    private HttpAnswer status(@Nullable String known) throws IOException {
        GeneratorLoop.Published now = loop.published();
        String tag = "\"" + now.version() + "\"";
        Map<String, String> headers = Map.of("ETag", tag, "Cache-Control", "no-cache");
        if (tag.equals(known)) {
            return new HttpAnswer(304, JSON_TYPE, HttpBody.of(""), headers);
        }
        String body = JSON.writeValueAsString(now.status());
        return new HttpAnswer(200, JSON_TYPE, HttpBody.of(body), headers);
    }

    /** Returns the algorithms and their parameters. */
    private HttpAnswer algorithms(WebRequest request) throws IOException {
        if (!request.method().equals("GET")) {
            return wrongMethod(request, "GET");
        }
        Path plugins = loop.plugins();
        try (Algorithms all =
                plugins == null ? Algorithms.onClassPath() : Algorithms.withPlugins(plugins)) {
            Map<String, List<Parameter>> byName = new TreeMap<>();
            all.names().forEach(name -> byName.put(name, all.get(name).parameters()));
            return json(
                    JSON.writeValueAsString(Map.of("algorithms", byName, "parameters", Knobs.ALL)));
        } catch (IllegalArgumentException | UncheckedIOException e) {
            return unusablePlugins(e);
        }
    }

    private HttpAnswer use(String body) throws IOException, InterruptedException {
        GeneratorSettings wanted;
        try {
            wanted = settings(body);
        } catch (IllegalArgumentException | JsonProcessingException e) {
            return HttpAnswer.error(400, "Bad Request", e.getMessage());
        }
        return answer(
                loop.submit(
                        (generator, nowMs) -> {
                            generator.use(wanted);
                            return generator.status();
                        }));
    }

    /** Parses settings. A missing one gets its default, except the period, which stays as it is. */
    private GeneratorSettings settings(String body) throws JsonProcessingException {
        JsonNode json = JSON.readTree(body);
        JsonNode algorithm = json.path("algorithm");
        JsonNode given = json.path("parameters");
        JsonNode period = json.path("periodSec");
        JsonNode adopt = json.path("adopt");
        if (!algorithm.isTextual()
                || !(given.isMissingNode() || given.isObject())
                || !(period.isMissingNode() || period.isNull() || period.isInt())) {
            throw new IllegalArgumentException(
                    "expected {\"algorithm\": NAME, \"parameters\": {NAME: NUMBER}, \"periodSec\":"
                            + " NUMBER, \"adopt\": \"gain\" or \"always\"}; all but the first may"
                            + " be missing");
        }
        Map<String, Double> parameters = new HashMap<>();
        for (Map.Entry<String, JsonNode> field : given.properties()) {
            if (!field.getValue().isNumber()) {
                throw new IllegalArgumentException(
                        "parameter '%s' is %s, expected a number"
                                .formatted(field.getKey(), field.getValue()));
            }
            parameters.put(field.getKey(), field.getValue().asDouble());
        }
        return new GeneratorSettings(
                algorithm.asText(),
                parameters,
                period.isInt() ? period.asInt() : loop.published().status().settings().periodSec(),
                adopt(adopt));
    }

    private static GeneratorSettings.Adopt adopt(JsonNode given) {
        if (given.isMissingNode() || given.isNull()) {
            return GeneratorSettings.Adopt.GAIN;
        }
        try {
            return GeneratorSettings.Adopt.valueOf(given.asText().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "adopt is " + given + ", expected \"gain\" or \"always\"", e);
        }
    }

    private HttpAnswer now(WebRequest request) throws IOException, InterruptedException {
        if (!request.method().equals("POST")) {
            return wrongMethod(request, "POST");
        }
        if (!List.of("", "dry=false", "dry=true").contains(request.query())) {
            return HttpAnswer.error(400, "Bad Request", "expected nothing or ?dry=true");
        }
        boolean dry = request.query().equals("dry=true");
        return answer(loop.submit((generator, nowMs) -> generator.evaluateNow(nowMs, dry)));
    }

    private static HttpAnswer answer(CompletableFuture<?> result)
            throws IOException, InterruptedException {
        try {
            return json(JSON.writeValueAsString(result.get(ANSWER_LIMIT_SEC, TimeUnit.SECONDS)));
        } catch (TimeoutException e) {
            return HttpAnswer.error(
                    503,
                    "Busy",
                    "the generator has not answered within %d s; it continues with the request"
                            .formatted(ANSWER_LIMIT_SEC));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IllegalArgumentException) {
                return HttpAnswer.error(400, "Bad Request", cause.getMessage());
            } else if (cause instanceof IllegalStateException) {
                return HttpAnswer.error(503, "Busy", cause.getMessage());
            } else if (cause instanceof UncheckedIOException plugins) {
                return unusablePlugins(plugins);
            } else if (cause instanceof IOException notStored) {
                return notStored(notStored);
            }
            throw new IOException("the generator failed", cause);
        }
    }

    private static HttpAnswer unusablePlugins(RuntimeException e) {
        return HttpAnswer.error(503, "Unusable", "cannot read the plug-ins: " + e.getMessage());
    }

    private static HttpAnswer notStored(IOException e) {
        boolean isFull = WholeFile.isDiskFull(e);
        return HttpAnswer.error(
                isFull ? 507 : 500,
                isFull ? "Insufficient Storage" : "Not Stored",
                "the settings were not changed: %s; %s"
                        .formatted(e, isFull ? "free some space" : "make the folder writable"));
    }

    private static HttpAnswer wrongMethod(WebRequest request, String allowed) {
        return HttpAnswer.error(
                405,
                "Method Not Allowed",
                request.method() + " " + request.path() + ": expected " + allowed,
                Map.of("Allow", allowed));
    }

    private static HttpAnswer json(String body) {
        return new HttpAnswer(200, JSON_TYPE, HttpBody.of(body), Map.of());
    }
}
