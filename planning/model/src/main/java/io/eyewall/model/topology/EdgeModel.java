package io.eyewall.model.topology;

import io.eyewall.model.routing.Routing;

/**
 * The tuples from one component to another, over all streams between them.
 *
 * @param from the emitting component
 * @param to the receiving component
 * @param routing how tuples are spread over the receiver's tasks
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
