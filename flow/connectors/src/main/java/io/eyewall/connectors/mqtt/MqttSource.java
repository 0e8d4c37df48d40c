package io.eyewall.connectors.mqtt;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Builds a spout that subscribes to topics, at least once. A message is acknowledged when its tuple
 * tree is complete. The broker keeps each task's session for an hour after a disconnection, and
 * delivers the messages of that time when the task connects again. Several tasks share the messages
 * by MQTT's shared subscriptions.
 *
 * <p>Fields: the decoder's ({@code value}, a string, by default), then {@code topic} if requested.
 * Tuples have no positions, because MQTT has no positions that are the same in a replay.
 */
public final class MqttSource extends SourceBuilder<MqttSource> {
    private final MqttConnection connection;
    private final String name;
    private final String filter;
    private Decoder decoder = Decoder.text("value");
    private boolean withTopic;

    private MqttSource(MqttConnection connection, String name, String filter) {
        this.connection = connection;
        this.name = name;
        this.filter = filter;
    }

    /**
     * Starts building a source.
     *
     * @param uri {@code tcp://[user:password@]host[:port]}, {@code ssl} for TLS
     * @param name the prefix of the sessions' names, unique among the clients of the broker
     * @param filter a topic filter, such as {@code sensors/+/temperature} or {@code sensors/#}
     */
    public static MqttSource of(String uri, String name, String filter) {
        return new MqttSource(new MqttConnection(uri), name, filter);
    }

    /** Sets the decoder of messages; UTF-8 in a field {@code value} by default. */
    public MqttSource decode(Decoder messageDecoder) {
        decoder = messageDecoder;
        return this;
    }

    /** Adds a field {@code topic}. */
    public MqttSource withTopic() {
        withTopic = true;
        return this;
    }

    @Override
    protected MqttSource self() {
        return this;
    }

    @Override
    protected @Nullable String whyPositionsBeginAnew() {
        return "each task numbers messages from 0";
    }

    /** Returns the spout. */
    public SourceSpout build() {
        List<String> fields = new ArrayList<>(decoder.fields().toList());
        if (withTopic) {
            fields.add("topic");
        }
        // Local copies, as the serialized factory must not capture this builder.
        MqttConnection broker = connection;
        String session = name;
        String topicFilter = filter;
        Decoder messageDecoder = decoder;
        boolean addsTopic = withTopic;
        int receiveMaximum = maxPending();
        return spout(
                (task, tasks, conf) ->
                        new MqttReader(
                                broker,
                                session + "-" + task,
                                tasks == 1 ? topicFilter : "$share/" + session + "/" + topicFilter,
                                messageDecoder,
                                addsTopic,
                                receiveMaximum),
                new Fields(fields));
    }
}
