package io.eyewall.engine.routing;

import io.eyewall.engine.memory.HotPath;
import java.util.Collection;
import java.util.Map;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The routes of one task, by stream. For one thread. It is a record, like {@link Route}, because
 * the JIT compiler trusts the final fields of records: if the router is a constant to the compiler,
 * so are its routes.
 *
 * @param byStream all routes
 * @param defaultRoute the route of the default stream, or null if it is not declared
 * @param lastLookup cache of the last lookup
 */
public record Router(Map<String, Route> byStream, @Nullable Route defaultRoute, Lookup lastLookup) {
    /** The route that was looked up last. */
    static final class Lookup {
        private @Nullable String streamId;
        private @Nullable Route route;
    }

    Router(Map<String, Route> routes) {
        this(Map.copyOf(routes), routes.get(Utils.DEFAULT_STREAM_ID), new Lookup());
    }

    /**
     * Returns the route of a stream.
     *
     * @throws IllegalArgumentException if the component does not declare the stream.
     */
    @HotPath
    // Comparing references only saves the lookup of the most frequent strings. lastLookup.route is
    // not null, since it is set together with the stream.
    @SuppressWarnings({"ReferenceEquality", "NullAway"})
    public Route route(String streamId) {
        if (streamId == Utils.DEFAULT_STREAM_ID && defaultRoute != null) {
            return defaultRoute;
        }
        if (streamId == lastLookup.streamId) { // almost always the same constant
            return lastLookup.route;
        }
        Route route = byStream.get(streamId);
        if (route == null) {
            throw new IllegalArgumentException("Unknown stream ID: " + streamId);
        }
        lastLookup.streamId = streamId;
        lastLookup.route = route;
        return route;
    }

    /** Returns whether the component declares the stream. */
    public boolean hasStream(String streamId) {
        return byStream.containsKey(streamId);
    }

    /** Returns all routes. */
    public Collection<Route> routes() {
        return byStream.values();
    }

    /** Compares by identity; comparing the routes would visit every stream. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
