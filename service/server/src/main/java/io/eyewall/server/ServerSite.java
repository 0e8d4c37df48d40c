package io.eyewall.server;

import io.eyewall.control.ServedTopology;
import io.eyewall.control.health.Health;
import io.eyewall.engine.RunningTopology;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.server.rest.RestAnswer;
import io.eyewall.server.rest.RestRequest;
import io.eyewall.server.rest.StormRest;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebRequest;
import io.eyewall.web.WebRoute;
import io.eyewall.web.WebServer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.storm.generated.Nimbus;
import org.jspecify.annotations.Nullable;

/**
 * The routes of a server: Storm's REST API at {@code /api/v1/}, metrics at {@code /metrics},
 * liveness at {@code /healthz} and readiness at {@code /readyz}. Pass them, with {@link #listener},
 * to a {@link io.eyewall.web.WebServer}. Any thread may call.
 */
public final class ServerSite {
    private static final String API = "/api/v1/";

    private final StormRest rest;
    private final SharedAnswers sharedAnswers;
    private final MetricsSite metrics;
    private final Supplier<@Nullable String> notReady;

    /**
     * @param nimbus answers the requests to {@code /api/v1/}
     * @param conf the configuration of Storm's UI
     * @param topologies returns the topologies whose metrics are served
     * @param notReady returns the reason why the server is not ready, or null; must not block
     */
    public ServerSite(
            Nimbus.Iface nimbus,
            Map<String, Object> conf,
            Supplier<? extends Collection<RunningTopology>> topologies,
            Supplier<@Nullable String> notReady) {
        rest = new StormRest(nimbus, conf, id -> healthOf(topologies.get(), id));
        sharedAnswers = new SharedAnswers(topologies);
        metrics = new MetricsSite(topologies);
        this.notReady = notReady;
    }

    private static Optional<Health> healthOf(Collection<RunningTopology> topologies, String id) {
        return topologies.stream()
                .filter(each -> each.plan().id().equals(id))
                .findFirst()
                .flatMap(ServedTopology::healthOf);
    }

    /** Returns the listener that counts the web server's requests. */
    public RequestListener listener() {
        return metrics.listener();
    }

    /** Makes log links point to the server that has these routes. */
    public void linkLogsTo(WebServer server) {
        rest.linkLogsTo(server.scheme(), server.port());
    }

    /** Returns all routes. */
    public List<WebRoute> routes() {
        Stream<WebRoute> ownRoutes =
                Stream.of(
                        WebRoute.api(
                                API,
                                request -> sharedAnswers.get(request, () -> answerRest(request))),
                        WebRoute.open("/healthz", request -> HttpAnswer.text("ok\n")),
                        WebRoute.open("/readyz", request -> readiness()));
        return Stream.concat(ownRoutes, metrics.routes().stream()).toList();
    }

    private HttpAnswer readiness() {
        String reason = notReady.get();
        return reason == null
                ? HttpAnswer.text("ready\n")
                : HttpAnswer.error(503, "Not Ready", reason, Map.of("Retry-After", "1"));
    }

    private HttpAnswer answerRest(WebRequest request) {
        RestAnswer answer =
                rest.answer(
                        new RestRequest(
                                request.method(),
                                request.path().substring(API.length() - 1),
                                request.query(),
                                request.header("Accept"),
                                request.body()));
        return new HttpAnswer(
                answer.status(),
                answer.contentType(),
                HttpBody.of(answer.body()),
                answer.headers());
    }
}
