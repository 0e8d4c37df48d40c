package io.eyewall.server.prometheus;

import io.eyewall.server.prometheus.Exposition.Type;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts HTTP requests and measures their durations. Labels are the server's routes and the classes
 * of statuses, never text that a client sent. Any thread may call.
 */
public final class RequestMetrics {
    private record Key(String route, String status) {}

    private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<String, Histogram> durations = new ConcurrentHashMap<>();

    /**
     * Counts a request.
     *
     * @param route the route that answered; empty if the request was refused
     * @param status HTTP status
     * @param durationNs nanoseconds until the answer; ignored if the request was refused
     */
    public void record(String route, int status, long durationNs) {
        counts.computeIfAbsent(new Key(route, status / 100 + "xx"), key -> new LongAdder())
                .increment();
        if (!route.isEmpty()) {
            durations.computeIfAbsent(route, key -> new Histogram()).record(durationNs);
        }
    }

    void write(Exposition to) {
        if (!counts.isEmpty()) {
            to.family(
                    "eyewall_http_requests",
                    Type.COUNTER,
                    "",
                    "HTTP requests by route and status; refused requests have an empty route.");
            counts.forEach(
                    (key, count) ->
                            to.sample(
                                    (double) count.sum(),
                                    "route",
                                    key.route(),
                                    "status",
                                    key.status()));
        }
        if (!durations.isEmpty()) {
            to.family(
                    "eyewall_http_request_duration_seconds",
                    Type.HISTOGRAM,
                    "seconds",
                    "Time until the answer to a request was available, by route.");
            new TreeMap<>(durations).forEach((route, times) -> times.write(to, "route", route));
        }
    }
}
