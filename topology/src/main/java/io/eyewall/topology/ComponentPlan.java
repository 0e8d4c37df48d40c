package io.eyewall.topology;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.storm.generated.ComponentObject;

/**
 * One component of a topology, system components included.
 *
 * @param componentId its name
 * @param kind spout, bolt, or a part of Storm that the engine replaces
 * @param object the serialized spout or bolt; each task gets its own copy
 * @param taskIds ascending
 * @param conf topology configuration with the component's own on top, as Storm gives it to {@code
 *     open} and {@code prepare}; treated as read-only here, but handed to user code
 * @param streams output streams in the order of their names, system streams included
 */
public record ComponentPlan(
        String componentId,
        Kind kind,
        ComponentObject object,
        List<Integer> taskIds,
        Map<String, Object> conf,
        Map<String, StreamPlan> streams) {

    /** What a component is to the engine. */
    public enum Kind {
        /** Source of tuples. */
        SPOUT,
        /** Receiver of tuples. */
        BOLT,
        /** Storm's acker: keeps its task ids, but the engine counts tuple trees instead. */
        ACKER,
        /** Storm's system bolt, task -1: registers the process's metrics. */
        SYSTEM
    }

    public ComponentPlan {
        taskIds = List.copyOf(taskIds);
        streams =
                Collections.unmodifiableMap(new TreeMap<>(streams)); // the same order in every run
    }

    ComponentPlan withConf(Map<String, Object> changed) {
        return new ComponentPlan(componentId, kind, object, taskIds, changed, streams);
    }

    /** Whether other components get what its spout or bolt emits. */
    public boolean sends() {
        return subscriptions().findAny().isPresent();
    }

    /** Who gets what its spout or bolt emits. */
    public Stream<SubscriptionPlan> subscriptions() {
        return streams.values().stream()
                .filter(stream -> !stream.isToAckers() && !stream.isOfMetrics())
                .flatMap(stream -> stream.subscriptions().stream());
    }

    /** Whether it was written by the user, not added by Storm. */
    public boolean isUser() {
        return !componentId.startsWith("__");
    }
}
