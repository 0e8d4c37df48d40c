package io.eyewall.model.topology;

import io.eyewall.model.routing.Routing;

/**
 * Tuples from one component to another, all streams between them together.
 *
 * @param from who emits
 * @param to who receives
 * @param routing how they are spread
 * @param perInput tuples sent per unit of work of the sender, to all receivers together; for {@link
 *     Routing.Kind#ALL} per receiving task
 * @param bytes size of a tuple as it is serialised; 0 if unknown
 */
public record EdgeModel(String from, String to, Routing routing, double perInput, double bytes) {
    public EdgeModel {
        if (!(perInput >= 0) || !(bytes >= 0)) {
            throw new IllegalArgumentException(
                    "edge %s -> %s: %s tuples per input, %s bytes; neither may be negative"
                            .formatted(from, to, perInput, bytes));
        }
    }
}
