package io.eyewall.connectors.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Publishes for tests. */
public final class MqttMessages implements AutoCloseable {
    private final Mqtt5BlockingClient client;

    /** Connects. */
    public MqttMessages(String uri) {
        URI parsed = URI.create(uri);
        client =
                Mqtt5Client.builder()
                        .serverHost(parsed.getHost())
                        .serverPort(parsed.getPort())
                        .buildBlocking();
        client.connect();
    }

    /** Returns when the broker has it. */
    public boolean publish(String topic, String text) {
        return publish(topic, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns when the broker has it. */
    public boolean publish(String topic, byte[] bytes) {
        return client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(bytes)
                .send()
                .getError()
                .isEmpty();
    }

    @Override
    public void close() {
        client.disconnect();
    }
}
