package io.eyewall.topology;

import java.util.List;
import org.apache.storm.Constants;
import org.apache.storm.tuple.Fields;

/**
 * An output stream of a component. Immutable.
 *
 * @param streamId the stream's name
 * @param fields names of a tuple's values, in order
 * @param direct whether tuples are sent by {@code emitDirect} only
 * @param subscriptions the subscribers, in the order in which Storm emits to them
 */
public record StreamPlan(
        String streamId, Fields fields, boolean direct, List<SubscriptionPlan> subscriptions) {
    public StreamPlan {
        subscriptions = List.copyOf(subscriptions);
    }

    /** Returns whether Storm's ackers, which the engine replaces, would receive the stream. */
    public boolean isToAckers() {
        return streamId.startsWith("__ack_");
    }

    /** Returns whether the stream carries metrics, which user code does not emit. */
    public boolean isOfMetrics() {
        return streamId.equals(Constants.METRICS_STREAM_ID);
    }
}
