package io.eyewall.engine.routing;

import java.util.Collection;
import java.util.Map;

/** The routes of one task, by stream. For one thread. */
public final class Router {
    private final Map<String, Route> routes;
    private String lastStreamId;
    private Route lastRoute;

    Router(Map<String, Route> routes) {
        this.routes = Map.copyOf(routes);
    }

    /**
     * The route of a stream.
     *
     * @throws IllegalArgumentException if the component does not declare the stream. hot path:
     *     EmitToExecuteBenchmark
     */
    @SuppressWarnings("ReferenceEquality") // only a shortcut: another string is looked up
    public Route route(String streamId) {
        if (streamId == lastStreamId) { // almost always the same constant
            return lastRoute;
        }
        Route route = routes.get(streamId);
        if (route == null) {
            throw new IllegalArgumentException("Unknown stream ID: " + streamId);
        }
        lastStreamId = streamId;
        lastRoute = route;
        return route;
    }

    /** Whether the component declares the stream. */
    public boolean has(String streamId) {
        return routes.containsKey(streamId);
    }

    /** All routes. */
    public Collection<Route> routes() {
        return routes.values();
    }
}
