package io.eyewall.server;

import io.eyewall.engine.RunningTopology;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.server.prometheus.MetricsFormat;
import io.eyewall.server.prometheus.MetricsPage;
import io.eyewall.server.prometheus.RequestMetrics;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebRequest;
import io.eyewall.web.WebRoute;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Serves the metrics of topologies, and of the web server with this route, to Prometheus at {@code
 * /metrics}. Any thread may call.
 */
public final class MetricsSite {
    private final RequestMetrics requests = new RequestMetrics();
    private final MetricsPage metrics;

    /**
     * @param topologies returns the topologies whose metrics are served; called for each request,
     *     may block
     */
    public MetricsSite(Supplier<? extends Collection<? extends RunningTopology>> topologies) {
        metrics = new MetricsPage(topologies, requests);
    }

    /** Returns the listener that counts the web server's requests. */
    public RequestListener listener() {
        return requests::record;
    }

    /** Returns the route {@code /metrics}. */
    public List<WebRoute> routes() {
        return List.of(WebRoute.api("/metrics", this::answer));
    }

    private HttpAnswer answer(WebRequest request) {
        if (!Set.of("GET", "HEAD").contains(request.method())) {
            return HttpAnswer.error(
                    405, "Method Not Allowed", request.method(), Map.of("Allow", "GET, HEAD"));
        }
        MetricsFormat format = MetricsFormat.wanted(request.header("Accept"));
        return new HttpAnswer(
                200, format.contentType(), HttpBody.of(metrics.write(format)), Map.of());
    }
}
