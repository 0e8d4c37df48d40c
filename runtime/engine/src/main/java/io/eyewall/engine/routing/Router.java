package io.eyewall.engine.routing;

import io.eyewall.engine.memory.HotPath;
import java.util.Collection;
import java.util.Map;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The routes of one task, by stream. For one thread. A record, as {@link Route} is, because the JIT
 * compiler trusts the final fields of records: if the router is a constant, its routes are, too.
 *
 * @param byStream all routes
 * @param main the route of the default stream, or null if it is not declared
 * @param last cache of the last lookup
 */
public record Router(Map<String, Route> byStream, @Nullable Route main, Last last) {
    /** The route that was looked up last. */
    static final class Last {
        private @Nullable String streamId;
        private @Nullable Route route;
    }

    Router(Map<String, Route> routes) {
        this(Map.copyOf(routes), routes.get(Utils.DEFAULT_STREAM_ID), new Last());
    }

    /**
     * Returns the route of a stream.
     *
     * @throws IllegalArgumentException if the component does not declare the stream.
     */
    @HotPath
    // References are only shortcuts: any other string is looked up. Stream and route are set
    // together.
    @SuppressWarnings({"ReferenceEquality", "NullAway"})
    public Route route(String streamId) {
        if (streamId == Utils.DEFAULT_STREAM_ID && main != null) {
            return main;
        }
        if (streamId == last.streamId) { // almost always the same constant
            return last.route;
        }
        Route route = byStream.get(streamId);
        if (route == null) {
            throw new IllegalArgumentException("Unknown stream ID: " + streamId);
        }
        last.streamId = streamId;
        last.route = route;
        return route;
    }

    /** Returns whether the component declares the stream. */
    public boolean has(String streamId) {
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
