package io.eyewall.engine.routing;

import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.StreamPlan;
import io.eyewall.topology.SubscriptionPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Constants;
import org.apache.storm.generated.GlobalStreamId;

/**
 * Keys of streams: small numbers by which a task finds the counters of a tuple's stream in an
 * array. No two streams that a component receives have the same key. Streams without a common
 * receiver may share one, so that arrays are about as long as a component has inputs, however many
 * streams the topology has. Immutable.
 */
final class StreamKeys {
    private final Map<GlobalStreamId, Integer> keys = new HashMap<>();
    private final Map<String, BitSet> keysByReceiver = new HashMap<>();

    /** Number of keys of the streams that every component receives. */
    private final int systemKeyCount;

    StreamKeys(TopologyPlan plan) {
        add(Constants.SYSTEM_COMPONENT_ID, Constants.SYSTEM_TICK_STREAM_ID, 0);
        ComponentPlan system = plan.components().get(Constants.SYSTEM_COMPONENT_ID);
        if (system != null) {
            for (String streamId : system.streams().keySet()) {
                add(Constants.SYSTEM_COMPONENT_ID, streamId, keys.size());
            }
        }
        systemKeyCount = keys.size();
        for (ComponentPlan component : plan.components().values()) {
            if (!component.componentId().equals(Constants.SYSTEM_COMPONENT_ID)) {
                component
                        .streams()
                        .values()
                        .forEach(stream -> addStream(component.componentId(), stream));
            }
        }
    }

    private void add(String componentId, String streamId, int key) {
        keys.putIfAbsent(new GlobalStreamId(componentId, streamId), key);
    }

    /** Assigns the smallest key that no other stream of any of this stream's receivers has. */
    private void addStream(String componentId, StreamPlan stream) {
        List<BitSet> receivers = new ArrayList<>();
        BitSet taken = new BitSet();
        if (!stream.isToAckers()) {
            for (SubscriptionPlan subscription : stream.subscriptions()) {
                BitSet keysOfReceiver = keysReceivedBy(subscription.targetComponentId());
                receivers.add(keysOfReceiver);
                taken.or(keysOfReceiver);
            }
        }
        int key = taken.nextClearBit(systemKeyCount);
        receivers.forEach(used -> used.set(key));
        add(componentId, stream.streamId(), key);
    }

    private BitSet keysReceivedBy(String componentId) {
        return keysByReceiver.computeIfAbsent(componentId, id -> new BitSet());
    }

    /** Returns the key of a stream of the topology. */
    int keyOf(String componentId, String streamId) {
        return Objects.requireNonNull(
                keys.get(new GlobalStreamId(componentId, streamId)), streamId);
    }

    /**
     * Returns the length of an array that is indexed by the keys of the streams that a component
     * receives.
     */
    int countFor(String componentId) {
        BitSet used = keysByReceiver.get(componentId);
        return used == null ? systemKeyCount : Math.max(systemKeyCount, used.length());
    }
}
