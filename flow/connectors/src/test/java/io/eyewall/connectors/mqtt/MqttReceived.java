package io.eyewall.connectors.mqtt;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What is published, as a test sees it. */
final class MqttReceived implements AutoCloseable {
    private final Mqtt5AsyncClient client;
    private final List<String> texts = new CopyOnWriteArrayList<>();

    /** Returns when it listens. */
    MqttReceived(String uri, String filter) throws Exception {
        URI parsed = URI.create(uri);
        client =
                Mqtt5Client.builder()
                        .serverHost(parsed.getHost())
                        .serverPort(parsed.getPort())
                        .buildAsync();
        client.publishes(
                MqttGlobalPublishFilter.ALL,
                each -> texts.add(new String(each.getPayloadAsBytes(), StandardCharsets.UTF_8)));
        client.connect().get();
        client.subscribeWith().topicFilter(filter).qos(MqttQos.AT_LEAST_ONCE).send().get();
    }

    List<String> texts() {
        return texts;
    }

    @Override
    public void close() {
        client.disconnect().join();
    }
}
