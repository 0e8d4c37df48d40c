package io.eyewall.model.simulation.spec;

import io.eyewall.model.simulation.event.Service;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A spout or bolt. Each executor has one task.
 *
 * @param name its id
 * @param executors number of its executors
 * @param source a spout's messages; null for a bolt
 * @param service processor time per input tuple of a bolt, per message of a spout
 * @param waitService time per tuple in which the executor waits for something outside, such as a
 *     database, and needs no core
 * @param bytes size of a tuple that it emits
 * @param memoryBytes memory of an executor
 * @param inputs the streams that it receives; none for a spout
 * @param nodes names of the only nodes where it may run; empty for any but boxes
 */
public record ComponentSpec(
        String name,
        int executors,
        @Nullable SourceSpec source,
        Service service,
        Service waitService,
        double bytes,
        double memoryBytes,
        List<InputSpec> inputs,
        Set<String> nodes) {
    public ComponentSpec {
        inputs = List.copyOf(inputs);
        nodes = Set.copyOf(nodes);
        Check.positive("component '" + name + "'", "executors", executors);
        Check.notNegative("component '" + name + "'", "bytes", bytes);
        Check.notNegative("component '" + name + "'", "memory", memoryBytes);
        if (source == null && inputs.isEmpty()) {
            throw new IllegalArgumentException(
                    "component '" + name + "' takes no stream and is no spout");
        }
        if (source != null && !inputs.isEmpty()) {
            throw new IllegalArgumentException("spout '" + name + "' can't take streams");
        }
    }

    /** Returns whether it is a spout. */
    public boolean isSpout() {
        return source != null;
    }
}
