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
    private static final long ANSWER_LIMIT_SECS = 120;

    private final GeneratorLoop loop;

    ScheduleRoutes(GeneratorLoop loop) {
        this.loop = loop;
    }

    List<WebRoute> routes() {
        return List.of(
                WebRoute.api("/v1/cluster", this::handleView),
                WebRoute.api("/v1/schedule", this::handleSchedule),
                WebRoute.api("/v1/schedule/now", this::handleEvaluation),
                WebRoute.api("/v1/schedule/algorithms", this::handleAlgorithms),
                WebRoute.open("/healthz", request -> healthAnswer()));
    }

    private HttpAnswer healthAnswer() {
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
    private HttpAnswer handleView(WebRequest request) {
        if (!request.method().equals("POST")) {
            return methodNotAllowed(request, "POST");
        }
        try {
            loop.offer(ClusterView.fromJson(request.body()));
        } catch (IllegalArgumentException e) {
            return HttpAnswer.error(400, "Bad Request", e.getMessage());
        }
        return jsonAnswer(loop.published().planJson());
    }

    private HttpAnswer handleSchedule(WebRequest request) throws IOException, InterruptedException {
        return switch (request.method()) {
            case "GET", "HEAD" -> statusAnswer(request.header("If-None-Match"));
            case "PUT" -> changeSettings(request.body());
            default -> methodNotAllowed(request, "GET, PUT");
        };
    }

    /**
     * Returns the status, or 304 if the client has it already: web pages poll each second, and
     * mostly nothing has changed.
     *
     * @param knownTag the ETag of the status that the client has
     */
    private HttpAnswer statusAnswer(@Nullable String knownTag) throws IOException {
        GeneratorLoop.Published now = loop.published();
        String tag = "\"" + now.version() + "\"";
        Map<String, String> headers = Map.of("ETag", tag, "Cache-Control", "no-cache");
        if (tag.equals(knownTag)) {
            return new HttpAnswer(304, JSON_TYPE, HttpBody.of(""), headers);
        }
        String body = JSON.writeValueAsString(now.status());
        return new HttpAnswer(200, JSON_TYPE, HttpBody.of(body), headers);
    }

    /** Returns the algorithms and their parameters. */
    private HttpAnswer handleAlgorithms(WebRequest request) throws IOException {
        if (!request.method().equals("GET")) {
            return methodNotAllowed(request, "GET");
        }
        Path plugins = loop.plugins();
        try (Algorithms all =
                plugins == null ? Algorithms.onClassPath() : Algorithms.withPlugins(plugins)) {
            Map<String, List<Parameter>> byName = new TreeMap<>();
            all.names().forEach(name -> byName.put(name, all.get(name).parameters()));
            return jsonAnswer(
                    JSON.writeValueAsString(Map.of("algorithms", byName, "parameters", Knobs.ALL)));
        } catch (IllegalArgumentException | UncheckedIOException e) {
            return unusablePluginsAnswer(e);
        }
    }

    private HttpAnswer changeSettings(String body) throws IOException, InterruptedException {
        GeneratorSettings newSettings;
        try {
            newSettings = parseSettings(body);
        } catch (IllegalArgumentException | JsonProcessingException e) {
            return HttpAnswer.error(400, "Bad Request", e.getMessage());
        }
        return awaitAnswer(
                loop.submit(
                        (generator, nowMs) -> {
                            generator.changeSettings(newSettings);
                            return generator.status();
                        }));
    }

    /** Parses settings. A missing one gets its default, but a missing period keeps its value. */
    private GeneratorSettings parseSettings(String body) throws JsonProcessingException {
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
                parseAdopt(adopt));
    }

    private static GeneratorSettings.Adopt parseAdopt(JsonNode given) {
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

    /** Evaluates the cluster now. */
    private HttpAnswer handleEvaluation(WebRequest request)
            throws IOException, InterruptedException {
        if (!request.method().equals("POST")) {
            return methodNotAllowed(request, "POST");
        }
        if (!List.of("", "dry=false", "dry=true").contains(request.query())) {
            return HttpAnswer.error(400, "Bad Request", "expected nothing or ?dry=true");
        }
        boolean dry = request.query().equals("dry=true");
        return awaitAnswer(loop.submit((generator, nowMs) -> generator.evaluateNow(nowMs, dry)));
    }

    /** Waits for the generator's result, and returns it as JSON. */
    private static HttpAnswer awaitAnswer(CompletableFuture<?> result)
            throws IOException, InterruptedException {
        try {
            return jsonAnswer(
                    JSON.writeValueAsString(result.get(ANSWER_LIMIT_SECS, TimeUnit.SECONDS)));
        } catch (TimeoutException e) {
            return HttpAnswer.error(
                    503,
                    "Busy",
                    "the generator has not answered within %d s; it continues with the request"
                            .formatted(ANSWER_LIMIT_SECS));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IllegalArgumentException) {
                return HttpAnswer.error(400, "Bad Request", cause.getMessage());
            } else if (cause instanceof IllegalStateException) {
                return HttpAnswer.error(503, "Busy", cause.getMessage());
            } else if (cause instanceof UncheckedIOException plugins) {
                return unusablePluginsAnswer(plugins);
            } else if (cause instanceof IOException notStored) {
                return notStoredAnswer(notStored);
            }
            throw new IOException("the generator failed", cause);
        }
    }

    private static HttpAnswer unusablePluginsAnswer(RuntimeException e) {
        return HttpAnswer.error(503, "Unusable", "cannot read the plug-ins: " + e.getMessage());
    }

    private static HttpAnswer notStoredAnswer(IOException e) {
        boolean isFull = WholeFile.isDiskFull(e);
        return HttpAnswer.error(
                isFull ? 507 : 500,
                isFull ? "Insufficient Storage" : "Not Stored",
                "the settings were not changed: %s; %s"
                        .formatted(e, isFull ? "free some space" : "make the folder writable"));
    }

    private static HttpAnswer methodNotAllowed(WebRequest request, String allowed) {
        return HttpAnswer.error(
                405,
                "Method Not Allowed",
                request.method() + " " + request.path() + ": expected " + allowed,
                Map.of("Allow", allowed));
    }

    private static HttpAnswer jsonAnswer(String body) {
        return new HttpAnswer(200, JSON_TYPE, HttpBody.of(body), Map.of());
    }
}
