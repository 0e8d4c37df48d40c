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
 * @param componentId the component's name
 * @param kind spout, bolt, or a part of Storm that the engine replaces
 * @param object the serialized spout or bolt; each task gets a copy of its own
 * @param taskIds the component's tasks, ascending
 * @param conf the topology's configuration, overridden by the component's own, as Storm passes it
 *     to {@code open} and {@code prepare}; read-only here, but passed to user code
 * @param streams output streams in the order of their names, system streams included
 */
public record ComponentPlan(
        String componentId,
        Kind kind,
        ComponentObject object,
        List<Integer> taskIds,
        Map<String, Object> conf,
        Map<String, StreamPlan> streams) {

    /** The role of a component in the engine. */
    public enum Kind {
        /** Emits tuples from outside the topology. */
        SPOUT,
        /** Receives tuples. */
        BOLT,
        /** Storm's acker: it keeps its task ids, but the engine counts tuple trees instead. */
        ACKER,
        /** Storm's system bolt, task -1, which registers the process's metrics. */
        SYSTEM
    }

    public ComponentPlan {
        taskIds = List.copyOf(taskIds);
        // sorted, so that the order is the same in every run
        streams = Collections.unmodifiableMap(new TreeMap<>(streams));
    }

    ComponentPlan withConf(Map<String, Object> changed) {
        return new ComponentPlan(componentId, kind, object, taskIds, changed, streams);
    }

    /** Returns whether other components receive tuples that the component's user code emits. */
    public boolean sends() {
        return subscriptions().findAny().isPresent();
    }

    /** Returns the subscriptions to the streams on which the component's user code emits. */
    public Stream<SubscriptionPlan> subscriptions() {
        return streams.values().stream()
                .filter(stream -> !stream.isToAckers() && !stream.isOfMetrics())
                .flatMap(stream -> stream.subscriptions().stream());
    }

    /** Returns whether the component is part of the submitted topology, not added by Storm. */
    public boolean isUserDefined() {
        return !componentId.startsWith("__");
    }
}
