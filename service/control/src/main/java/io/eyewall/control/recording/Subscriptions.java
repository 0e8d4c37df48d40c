package io.eyewall.control.recording;

import io.eyewall.model.calibration.Recording;
import io.eyewall.model.routing.Routing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.Grouping;

/**
 * Collects the subscriptions between components for a recording: one entry per pair of components.
 */
public final class Subscriptions {
    private final Map<Pair, Recording.Subscription> pairs = new LinkedHashMap<>();

    private record Pair(String from, String to) {}

    /** Adds the subscription of one component to a stream of another. */
    public void add(String from, String to, Grouping grouping) {
        pairs.merge(
                new Pair(from, to),
                new Recording.Subscription(from, to, kind(grouping)),
                Subscriptions::combine);
    }

    /** Returns all subscriptions, in the order in which they were added. */
    public List<Recording.Subscription> all() {
        return List.copyOf(pairs.values());
    }

    /** Combines several streams between two components, of which only the sum is known. */
    private static Recording.Subscription combine(
            Recording.Subscription one, Recording.Subscription other) {
        return one.kind() == other.kind()
                ? one
                : new Recording.Subscription(one.from(), one.to(), Routing.Kind.OTHER);
    }

    private static Routing.Kind kind(Grouping grouping) {
        if (grouping.is_set_fields()) {
            return grouping.get_fields().isEmpty() ? Routing.Kind.GLOBAL : Routing.Kind.FIELDS;
        }
        if (grouping.is_set_local_or_shuffle()) {
            return Routing.Kind.LOCAL_OR_SHUFFLE;
        }
        if (grouping.is_set_shuffle() || grouping.is_set_none()) {
            return Routing.Kind.SHUFFLE;
        }
        return grouping.is_set_all() ? Routing.Kind.ALL : Routing.Kind.OTHER;
    }
}
