package io.eyewall.connectors.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.sink.SinkWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.storm.tuple.Tuple;

/** One task's client. */
final class MqttWriter implements SinkWriter {
    private static final int KEEP_ALIVE_S = 10;

    private final Mqtt5AsyncClient client;
    private final Encoder topic;
    private final Encoder value;
    private final boolean retain;

    MqttWriter(Mqtt5AsyncClient client, Encoder topic, Encoder value, boolean retain) {
        this.client = client;
        this.topic = topic;
        this.value = value;
        this.retain = retain;
    }

    @Override
    public void open() throws Exception {
        MqttConnection.connect(
                client, Mqtt5Connect.builder().cleanStart(true).keepAlive(KEEP_ALIVE_S).build());
    }

    @Override
    public int write(List<Tuple> tuples) throws Exception {
        List<Mqtt5Publish> messages = new ArrayList<>(tuples.size());
        for (Tuple tuple : tuples) {
            messages.add(message(tuple));
        }
        List<CompletableFuture<Mqtt5PublishResult>> answers = new ArrayList<>(messages.size());
        for (Mqtt5Publish message : messages) {
            answers.add(client.publish(message));
        }
        for (CompletableFuture<Mqtt5PublishResult> answer : answers) {
            MqttConnection.await(answer, "publish");
        }
        return tuples.size();
    }

    private Mqtt5Publish message(Tuple tuple) throws BadRecordException {
        String to = new String(topic.encode(tuple), StandardCharsets.UTF_8);
        try {
            return Mqtt5Publish.builder()
                    .topic(to)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .retain(retain)
                    .payload(value.encode(tuple))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new BadRecordException("'" + to + "' is no topic", e);
        }
    }

    @Override
    public void close() {
        if (client.getState().isConnectedOrReconnect()) {
            client.disconnect().orTimeout(1, TimeUnit.SECONDS).exceptionally(e -> null).join();
        }
    }
}
