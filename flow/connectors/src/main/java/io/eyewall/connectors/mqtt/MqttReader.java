package io.eyewall.connectors.mqtt;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ThrottledCount;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the messages of one task's MQTT session. Messages arrive on a client thread, which passes
 * them to the spout's thread through a queue. The broker leaves at most as many messages
 * unacknowledged as the connection's receive maximum, a property of MQTT, allows.
 */
final class MqttReader implements SourceReader {
    private static final long SESSION_EXPIRY_SEC = TimeUnit.HOURS.toSeconds(1);
    private static final int KEEP_ALIVE_SEC = 10;

    /** The largest receive maximum that MQTT allows. */
    private static final int MAX_RECEIVE_MAXIMUM = 65_535;

    private static final int MAX_PER_POLL = 1000;

    /**
     * The greatest number of messages in the queue at which another message with QoS 0 is accepted.
     * MQTT has no flow control for such messages, so they are dropped while the queue is longer.
     */
    static final int MAX_QUEUED = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(MqttReader.class);

    private final MqttConnection connection;
    private final String clientId;
    private final String filter;
    private final Decoder decoder;
    private final boolean withTopic;
    private final BlockingQueue<Mqtt5Publish> arrived = new LinkedBlockingQueue<>();
    private final ThrottledCount drops = new ThrottledCount();
    private volatile int receiveMaximum;
    private @Nullable Mqtt5AsyncClient client;
    private long nextNumber;

    MqttReader(
            MqttConnection connection,
            String clientId,
            String filter,
            Decoder decoder,
            boolean withTopic,
            int receiveMaximum) {
        this.connection = connection;
        this.clientId = clientId;
        this.filter = filter;
        this.decoder = decoder;
        this.withTopic = withTopic;
        this.receiveMaximum = Math.min(receiveMaximum, MAX_RECEIVE_MAXIMUM);
    }

    /**
     * Reports a lost connection to {@code connectionLost}, and chooses the receive maximum of the
     * next connection. When mosquitto 2.0 resumes a session it sends the unacknowledged messages
     * again, and in addition as many as the receive maximum allows. The client then closes the
     * connection because the maximum was exceeded, and would do so each time. Therefore the next
     * connection uses the largest possible maximum.
     */
    private void onDisconnected(
            MqttClientDisconnectedContext context, CompletableFuture<Object> connectionLost) {
        Throwable cause = context.getCause();
        if (cause instanceof Mqtt5DisconnectException disconnect
                && disconnect.getMqttMessage().getReasonCode()
                        == Mqtt5DisconnectReasonCode.RECEIVE_MAXIMUM_EXCEEDED) {
            receiveMaximum = MAX_RECEIVE_MAXIMUM;
        }
        connectionLost.completeExceptionally(new IOException("the connection is lost", cause));
    }

    /**
     * Connects with a new client each time. A client that reconnects after the broker has lost the
     * session would lose its subscribers, and acknowledge messages that none of them has received.
     */
    @Override
    public void open() throws Exception {
        CompletableFuture<Object> connectionLost = new CompletableFuture<>();
        Mqtt5AsyncClient newClient =
                connection.newClient(clientId, context -> onDisconnected(context, connectionLost));
        client = newClient;
        // Called before connecting, because the session's messages arrive immediately.
        newClient.publishes(MqttGlobalPublishFilter.ALL, this::onPublish, true);
        MqttConnection.connect(
                newClient,
                Mqtt5Connect.builder()
                        .cleanStart(false)
                        .sessionExpiryInterval(SESSION_EXPIRY_SEC)
                        .keepAlive(KEEP_ALIVE_SEC)
                        .restrictions()
                        .receiveMaximum(receiveMaximum)
                        .applyRestrictions()
                        .build());
        MqttConnection.await(
                CompletableFuture.anyOf(
                        newClient
                                .subscribeWith()
                                .topicFilter(filter)
                                .qos(MqttQos.AT_LEAST_ONCE)
                                .send(),
                        connectionLost), // without this, it would wait for the next connection
                "subscribe to " + filter);
    }

    /** Queues or drops a message; called on the client's thread. */
    void onPublish(Mqtt5Publish publish) {
        if (publish.getQos() == MqttQos.AT_MOST_ONCE && arrived.size() >= MAX_QUEUED) {
            logDrops(drops.add(1));
        } else {
            arrived.add(publish);
        }
    }

    private void logDrops(long dropped) {
        if (dropped > 0) {
            LOG.warn(
                    "{} messages of {} with QoS 0 were dropped: {} wait for the topology;"
                            + " publish messages that must not be lost with QoS 1",
                    dropped,
                    filter,
                    MAX_QUEUED);
        }
    }

    @Override
    public List<Incoming> poll() throws IOException {
        List<Mqtt5Publish> drained = new ArrayList<>();
        arrived.drainTo(drained, MAX_PER_POLL);
        List<Incoming> messages = new ArrayList<>();
        for (Mqtt5Publish publish : drained) {
            messages.add(
                    new Message(
                            new Position(publish.getTopic().toString(), nextNumber++, 0), publish));
        }
        logDrops(drops.add(0));
        if (messages.isEmpty() && (client == null || !client.getState().isConnected())) {
            throw new IOException("the connection to the MQTT broker is lost");
        }
        return messages;
    }

    @Override
    public void done(Incoming message) {
        try {
            ((Message) message).publish.acknowledge();
        } catch (IllegalStateException e) {
            // The message came over a lost connection: the broker sends it again.
        }
    }

    @Override
    public void commit() {
        // Acknowledgements are sent immediately.
    }

    @Override
    public void close() {
        Mqtt5AsyncClient current = client;
        client = null;
        if (current != null && current.getState().isConnectedOrReconnect()) {
            current.disconnect().orTimeout(1, TimeUnit.SECONDS).exceptionally(e -> null).join();
        }
    }

    /** An MQTT message. */
    private final class Message implements Incoming {
        private final Position position;
        private final Mqtt5Publish publish;

        Message(Position position, Mqtt5Publish publish) {
            this.position = position;
            this.publish = publish;
        }

        @Override
        public Position position() {
            return position;
        }

        @Override
        public List<Object> values() throws BadRecordException {
            List<Object> values = decoder.decode(publish.getPayloadAsBytes());
            if (withTopic) {
                values = new ArrayList<>(values);
                values.add(publish.getTopic().toString());
            }
            return values;
        }

        @Override
        public String text() {
            return Values.preview(publish.getPayloadAsBytes());
        }
    }
}
