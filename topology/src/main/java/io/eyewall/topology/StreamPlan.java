package io.eyewall.topology;

import java.util.List;
import org.apache.storm.Constants;
import org.apache.storm.tuple.Fields;

/**
 * An output stream of a component.
 *
 * @param streamId its name
 * @param fields names of a tuple's values, in order
 * @param direct whether tuples are sent by {@code emitDirect} only
 * @param subscriptions who receives it, in the order of Storm's own emission
 */
public record StreamPlan(
        String streamId, Fields fields, boolean direct, List<SubscriptionPlan> subscriptions) {
    public StreamPlan {
        subscriptions = List.copyOf(subscriptions);
    }

    /** Whether Storm's ackers would receive it, which the engine replaces. */
    public boolean isToAckers() {
        return streamId.startsWith("__ack_");
    }

    /** Whether it carries metrics, which no user code emits. */
    public boolean isOfMetrics() {
        return streamId.equals(Constants.METRICS_STREAM_ID);
    }
}
