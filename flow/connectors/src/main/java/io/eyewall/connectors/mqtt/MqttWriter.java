package io.eyewall.connectors.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.exceptions.MqttDecodeException;
import com.hivemq.client.mqtt.exceptions.MqttEncodeException;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.sink.SinkWriter;
import io.eyewall.toolkit.sink.WrittenTuples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.storm.tuple.Tuple;

/**
 * Publishes the tuples of one task. When a batch is tried again after a failure, only the tuples
 * that the broker has not accepted yet are published.
 */
final class MqttWriter implements SinkWriter {
    private static final int KEEP_ALIVE_SEC = 10;

    private final Mqtt5AsyncClient client;
    private final Encoder topic;
    private final Encoder value;
    private final boolean retain;
    private final boolean hasFixedTopic;
    private final WrittenTuples written = new WrittenTuples();

    /**
     * @param hasFixedTopic whether all messages go to the same topic
     */
    MqttWriter(
            Mqtt5AsyncClient client,
            Encoder topic,
            Encoder value,
            boolean retain,
            boolean hasFixedTopic) {
        this.hasFixedTopic = hasFixedTopic;
        this.client = client;
        this.topic = topic;
        this.value = value;
        this.retain = retain;
    }

    @Override
    public void open() throws Exception {
        MqttConnection.connect(
                client, Mqtt5Connect.builder().cleanStart(true).keepAlive(KEEP_ALIVE_SEC).build());
    }

    @Override
    public int write(List<Tuple> tuples) throws Exception {
        boolean isRetry = written.isRetry(tuples);
        List<Tuple> unwritten = written.unwritten(tuples);
        List<Mqtt5Publish> messages = new ArrayList<>(unwritten.size());
        for (Tuple tuple : unwritten) {
            messages.add(toMessage(tuple));
        }
        try {
            if (isRetry) {
                publishOneByOne(unwritten, messages);
            } else {
                publish(unwritten, messages);
            }
        } finally {
            written.expectRetry(tuples);
        }
        return tuples.size();
    }

    /** Publishes all messages at once, and waits for the responses. */
    private void publish(List<Tuple> tuples, List<Mqtt5Publish> messages) throws Exception {
        List<CompletableFuture<Mqtt5PublishResult>> responses =
                messages.stream().map(client::publish).toList();
        BadRecordException badRecord = null;
        for (int i = 0; i < responses.size(); i++) {
            try {
                awaitResponse(responses.get(i), messages.get(i));
                written.addWritten(tuples.get(i));
            } catch (BadRecordException e) {
                badRecord = e;
            }
        }
        if (badRecord != null) {
            throw badRecord;
        }
    }

    /**
     * Publishes with one message in flight. mosquitto 2.0 closes the connection after it refuses a
     * message; if more messages are in flight, the refusal and the responses before it are lost.
     */
    private void publishOneByOne(List<Tuple> tuples, List<Mqtt5Publish> messages) throws Exception {
        for (int i = 0; i < tuples.size(); i++) {
            awaitResponse(client.publish(messages.get(i)), messages.get(i));
            written.addWritten(tuples.get(i));
        }
    }

    /** Waits for the broker's response to a message; throws if the broker has not accepted it. */
    private void awaitResponse(CompletableFuture<Mqtt5PublishResult> response, Mqtt5Publish message)
            throws Exception {
        String topicName = message.getTopic().toString();
        try {
            MqttConnection.await(response, "publish to " + topicName);
        } catch (MqttEncodeException e) {
            throw new BadRecordException("the message is too large for the MQTT broker", e);
        } catch (Mqtt5PubAckException e) {
            Mqtt5PubAckReasonCode code = e.getMqttMessage().getReasonCode();
            String reason = "the MQTT broker refuses messages to topic " + topicName + ": " + code;
            switch (code) {
                case TOPIC_NAME_INVALID, PAYLOAD_FORMAT_INVALID ->
                        throw new BadRecordException(reason, e);
                case NOT_AUTHORIZED ->
                        throw hasFixedTopic
                                ? new ConnectorException(Category.CONFIG, reason, e)
                                : new BadRecordException(reason, e);
                default -> throw new IOException(reason, e);
            }
        } catch (Exception e) {
            throw isUnknownReasonCode(e)
                    ? new BadRecordException(
                            "the MQTT broker refuses the message; it may be too large", e)
                    : e;
        }
    }

    /**
     * Returns whether the broker's response has a reason code that MQTT does not define. mosquitto
     * responds so to a message that exceeds its {@code message_size_limit}.
     */
    private static boolean isUnknownReasonCode(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MqttDecodeException
                    && String.valueOf(cause.getMessage()).contains("PUBACK")) {
                return true;
            }
        }
        return false;
    }

    private Mqtt5Publish toMessage(Tuple tuple) throws BadRecordException {
        String targetTopic = new String(topic.encode(tuple), StandardCharsets.UTF_8);
        try {
            return Mqtt5Publish.builder()
                    .topic(targetTopic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .retain(retain)
                    .payload(value.encode(tuple))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new BadRecordException("'" + targetTopic + "' is not a valid MQTT topic", e);
        }
    }

    @Override
    public void close() {
        if (client.getState().isConnectedOrReconnect()) {
            client.disconnect().orTimeout(1, TimeUnit.SECONDS).exceptionally(e -> null).join();
        }
    }
}
