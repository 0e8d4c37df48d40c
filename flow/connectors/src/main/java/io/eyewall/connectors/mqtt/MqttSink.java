package io.eyewall.connectors.mqtt;

import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;

/**
 * Builds a bolt that publishes tuples at least once: a tuple is acked when the broker has accepted
 * it.
 */
public final class MqttSink extends SinkBuilder<MqttSink> {
    private final MqttConnection connection;
    private final String name;
    private final Encoder topic;
    private Encoder value = Encoder.field("value");
    private boolean retain;

    /** Whether all tuples go to the same topic. */
    private final boolean hasFixedTopic;

    private MqttSink(MqttConnection connection, String name, Encoder topic, boolean hasFixedTopic) {
        super(SinkOptions.DEFAULT);
        this.hasFixedTopic = hasFixedTopic;
        this.connection = connection;
        this.name = name;
        this.topic = topic;
    }

    /**
     * Publishes to one topic.
     *
     * @param uri {@code tcp://[user:password@]host[:port]}, {@code ssl} for TLS
     * @param name the client's name, unique among the clients of the broker
     */
    public static MqttSink of(String uri, String name, String topic) {
        byte[] topicBytes = topic.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return new MqttSink(new MqttConnection(uri), name, tuple -> topicBytes, true);
    }

    /** Publishes each tuple to the topic that the encoder computes from it. */
    public static MqttSink toTopicOf(String uri, String name, Encoder topic) {
        return new MqttSink(new MqttConnection(uri), name, topic, false);
    }

    /** Sets the encoder of the payload; the field {@code value} by default. */
    public MqttSink value(Encoder encoder) {
        value = encoder;
        return this;
    }

    /** Lets the broker retain the last message of a topic for later subscribers. */
    public MqttSink retain() {
        retain = true;
        return this;
    }

    @Override
    protected MqttSink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        // Local copies, as the serialized factory must not capture this builder.
        MqttConnection broker = connection;
        String client = name;
        Encoder topicEncoder = topic;
        Encoder valueEncoder = value;
        boolean isRetained = retain;
        boolean isTopicFixed = hasFixedTopic;
        return bolt(
                (task, tasks, conf) ->
                        new MqttWriter(
                                broker.newClient(client + "-" + task),
                                topicEncoder,
                                valueEncoder,
                                isRetained,
                                isTopicFixed));
    }
}
