package io.eyewall.server.rest;

import io.eyewall.control.health.Health;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.jspecify.annotations.Nullable;

/**
 * The REST API of Storm's UI (Storm: daemon/ui/resources/StormApiResource.java) on top of any
 * Nimbus. Names, types, statuses and oddities are Storm's; docs/reference/server-rest.md lists the
 * differences. Any thread may call; a call blocks as long as its calls to Nimbus.
 */
public final class StormRest {
    private static final String JSON = "application/json;charset=utf-8";
    private static final String SCRIPT = "application/javascript;charset=utf-8";

    /** A function's name. Any other text would let the caller inject a script. */
    private static final Pattern CALLBACK = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$.]{0,127}");

    /**
     * The largest length of an error's text; longer stack traces come from deep recursion, whose
     * frames repeat.
     */
    private static final int MAX_ERROR_CHARS = 32_000;

    private static final Map<String, String> HEADERS =
            Map.of("Cache-Control", "no-cache, no-store", "Vary", "Origin");

    private static final List<RestRoute> ROUTES =
            List.of(
                    RestRoute.get("cluster/configuration", ClusterPages::configuration),
                    RestRoute.get("cluster/summary", ClusterPages::summary),
                    RestRoute.get("nimbus/summary", ClusterPages::nimbuses),
                    RestRoute.get("history/summary", ClusterPages::history),
                    RestRoute.get("supervisor/summary", SupervisorPages::summary),
                    RestRoute.get("supervisor", SupervisorPages::page),
                    RestRoute.get("owner-resources", OwnerPages::listOwners),
                    RestRoute.get("owner-resources/{owner}", OwnerPages::ownerPage),
                    RestRoute.get("topology/summary", TopologySummaries::listTopologies),
                    RestRoute.get("topology/{id}", TopologyPage::answer),
                    RestRoute.get("topology/{id}/metrics", TopologyPage::answer),
                    RestRoute.get("topology/{id}/component/{component}", ComponentPage::answer),
                    RestRoute.get("topology/{id}/visualization", Visualization::answer),
                    RestRoute.get(
                            "topology/{id}/visualization-init",
                            call -> {
                                throw new UnsupportedOperationException(
                                        "this page fails for every topology, as in Storm's UI; use"
                                                + " visualization");
                            }),
                    RestRoute.get("topology-workers/{id}", TopologyParts::workers),
                    RestRoute.get("topology/{id}/lag", TopologyParts::lag),
                    RestRoute.get("topology/{id}/logconfig", LogLevelPages::get),
                    RestRoute.post("topology/{id}/logconfig", LogLevelPages::set),
                    RestRoute.post("topology/{id}/activate", TopologyActions::activate),
                    RestRoute.post("topology/{id}/deactivate", TopologyActions::deactivate),
                    RestRoute.post("topology/{id}/rebalance/{wait}", TopologyActions::rebalance),
                    RestRoute.post("topology/{id}/kill/{wait}", TopologyActions::kill),
                    RestRoute.post(
                            "topology/{id}/debug/{action}/{percent}", TopologyActions::setDebug),
                    RestRoute.post(
                            "topology/{id}/component/{component}/debug/{action}/{percent}",
                            TopologyActions::setDebug),
                    RestRoute.get(
                            "topology/{id}/profiling/start/{worker}/{minutes}", Profiling::start),
                    RestRoute.get("topology/{id}/profiling/stop/{worker}", Profiling::stop),
                    RestRoute.get(
                            "topology/{id}/profiling/dumpprofile/{worker}", Profiling::dumpProfile),
                    RestRoute.get(
                            "topology/{id}/profiling/dumpjstack/{worker}", Profiling::dumpStacks),
                    RestRoute.get("topology/{id}/profiling/dumpheap/{worker}", Profiling::dumpHeap),
                    RestRoute.get(
                            "topology/{id}/profiling/restartworker/{worker}",
                            Profiling::restartWorker));

    private final Nimbus.Iface nimbus;
    private final Function<String, Optional<Health>> health;
    private volatile UiConf conf;

    /**
     * Creates the API.
     *
     * @param nimbus called for every request; must be thread-safe
     * @param conf the configuration of Storm's UI
     * @param health returns a topology's health by its id; empty if it is unknown
     */
    public StormRest(
            Nimbus.Iface nimbus,
            Map<String, Object> conf,
            Function<String, Optional<Health>> health) {
        this.nimbus = nimbus;
        this.health = health;
        this.conf = UiConf.parse(conf);
    }

    /**
     * Makes log links point to another port than {@code logviewer.port}.
     *
     * @param scheme {@code http} or {@code https}
     */
    public void linkLogsTo(String scheme, int port) {
        conf = conf.withLogviewer(scheme, port);
    }

    /** Answers a request; reports errors in the answer and never throws an exception. */
    public RestAnswer answer(RestRequest request) {
        try {
            return tryAnswer(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failure(e);
        } catch (Exception | StackOverflowError e) {
            // A StackOverflowError is the result of JSON that is nested too deeply.
            return failure(e);
        }
    }

    private RestAnswer tryAnswer(RestRequest request) throws Exception {
        List<String> segments = segments(request.path());
        List<RestRoute> matches =
                ROUTES.stream().filter(route -> route.match(segments) != null).toList();
        if (matches.isEmpty()) {
            throw new IOException("HTTP 404 Not Found: " + request.path());
        } else if (request.method().equals("OPTIONS")) {
            return options(matches);
        }
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        RestRoute route =
                matches.stream()
                        .filter(candidate -> candidate.method().equals(method))
                        .findFirst()
                        .orElseThrow(
                                () -> new IOException("HTTP 405 Method Not Allowed: " + method));
        if (!acceptsJson(request.accept())) {
            throw new IOException("HTTP 406 Not Acceptable: " + request.accept());
        }
        Map<String, String> variables = route.match(segments);
        RestCall call =
                new RestCall(
                        nimbus,
                        conf,
                        health,
                        variables == null ? Map.of() : variables,
                        new Query(request.query()),
                        request.body());
        if (route.namesTopology()) {
            requireTopology(call.topologyId());
        }
        return success(route.handler().answer(call), call.query().get("callback"));
    }

    /** Splits the path before decoding, so that an encoded slash stays within its segment. */
    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/")) {
            if (!segment.isEmpty()) {
                segments.add(Query.decode(segment));
            }
        }
        return segments;
    }

    private static boolean acceptsJson(@Nullable String accept) {
        return accept == null
                || accept.isBlank()
                || accept.contains("*/*")
                || accept.contains("application/*")
                || accept.contains("application/json")
                || accept.contains("javascript");
    }

    private void requireTopology(String id) throws Exception {
        try {
            nimbus.getTopologyConf(id);
        } catch (NotAliveException e) {
            throw new IOException("Unable to fetch topo conf for topo id " + id, e);
        }
    }

    private static RestAnswer options(List<RestRoute> matches) {
        TreeSet<String> methods = new TreeSet<>(List.of("OPTIONS"));
        for (RestRoute route : matches) {
            methods.add(route.method());
            if (route.method().equals("GET")) {
                methods.add("HEAD");
            }
        }
        return new RestAnswer(
                200,
                "text/plain",
                String.join(", ", methods),
                Map.of("Allow", String.join(",", methods), "Vary", "Origin"));
    }

    private static RestAnswer success(Map<String, ?> body, @Nullable String callback) {
        String json = JSONValue.toJSONString(body);
        if (callback == null) {
            return new RestAnswer(200, JSON, json, HEADERS);
        } else if (!CALLBACK.matcher(callback).matches()) {
            throw new IllegalArgumentException(
                    "the callback has to be the name of a function: letters, digits, _, $ and .");
        }
        return new RestAnswer(200, SCRIPT, callback + "(" + json + ");", HEADERS);
    }

    private static RestAnswer failure(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        String text = trace.toString();
        return new RestAnswer(
                500,
                JSON,
                JSONValue.toJSONString(
                        Map.of(
                                "error",
                                "500 Server Error",
                                "errorMessage",
                                text.substring(0, Math.min(text.length(), MAX_ERROR_CHARS)))),
                HEADERS);
    }
}
