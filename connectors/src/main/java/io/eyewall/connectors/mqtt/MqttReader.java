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
import io.eyewall.toolkit.failure.Tally;
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
 * One task's session. Messages arrive on a thread of the client, which hands them over by a queue;
 * the broker sends no more than {@code atOnce} that are not acknowledged (MQTT's receive maximum).
 */
final class MqttReader implements SourceReader {
    private static final long SESSION_S = TimeUnit.HOURS.toSeconds(1);
    private static final int KEEP_ALIVE_S = 10;
    private static final int MOST_AT_ONCE = 65_535;
    private static final int POLLED = 1000;

    /**
     * The most messages that wait: nothing holds back those sent with QoS 0, so more are dropped.
     */
    static final int WAITING = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(MqttReader.class);

    private final MqttConnection connection;
    private final String clientId;
    private final String filter;
    private final Decoder decoder;
    private final boolean withTopic;
    private final BlockingQueue<Mqtt5Publish> arrived = new LinkedBlockingQueue<>();
    private final Tally drops = new Tally();
    private volatile int atOnce;
    private @Nullable Mqtt5AsyncClient client;
    private long next;

    MqttReader(
            MqttConnection connection,
            String clientId,
            String filter,
            Decoder decoder,
            boolean withTopic,
            int atOnce) {
        this.connection = connection;
        this.clientId = clientId;
        this.filter = filter;
        this.decoder = decoder;
        this.withTopic = withTopic;
        this.atOnce = Math.min(atOnce, MOST_AT_ONCE);
    }

    /**
     * mosquitto 2.0 sends what was under way in a session that it resumes, and as many more as it
     * may; then the client, which was told how many, ends the connection, each time. So the next
     * connection is to take as many as there can be.
     */
    private void disconnected(
            MqttClientDisconnectedContext context, CompletableFuture<Object> lost) {
        Throwable cause = context.getCause();
        if (cause instanceof Mqtt5DisconnectException disconnect
                && disconnect.getMqttMessage().getReasonCode()
                        == Mqtt5DisconnectReasonCode.RECEIVE_MAXIMUM_EXCEEDED) {
            atOnce = MOST_AT_ONCE;
        }
        lost.completeExceptionally(new IOException("the connection is lost", cause));
    }

    /**
     * With a new client each time. When the broker has forgotten the session, a former client
     * forgets who listens to it, and acknowledges what comes as if somebody did.
     */
    @Override
    public void open() throws Exception {
        CompletableFuture<Object> lost = new CompletableFuture<>();
        Mqtt5AsyncClient made = connection.client(clientId, context -> disconnected(context, lost));
        client = made;
        // Before connecting: what the session has arrives at once.
        made.publishes(MqttGlobalPublishFilter.ALL, this::onPublish, true);
        MqttConnection.connect(
                made,
                Mqtt5Connect.builder()
                        .cleanStart(false)
                        .sessionExpiryInterval(SESSION_S)
                        .keepAlive(KEEP_ALIVE_S)
                        .restrictions()
                        .receiveMaximum(atOnce)
                        .applyRestrictions()
                        .build());
        MqttConnection.await(
                CompletableFuture.anyOf(
                        made.subscribeWith().topicFilter(filter).qos(MqttQos.AT_LEAST_ONCE).send(),
                        lost), // else it waits for the next connection
                "subscribe to " + filter);
    }

    /** On the client's thread. */
    void onPublish(Mqtt5Publish publish) {
        if (publish.getQos() == MqttQos.AT_MOST_ONCE && arrived.size() >= WAITING) {
            tell(drops.add(1));
        } else {
            arrived.add(publish);
        }
    }

    private void tell(long dropped) {
        if (dropped > 0) {
            LOG.warn(
                    "{} messages of {} with QoS 0 were dropped: {} wait for the topology;"
                            + " publish with QoS 1 what must not be lost",
                    dropped,
                    filter,
                    WAITING);
        }
    }

    @Override
    public List<Incoming> poll() throws IOException {
        List<Mqtt5Publish> some = new ArrayList<>();
        arrived.drainTo(some, POLLED);
        List<Incoming> messages = new ArrayList<>();
        for (Mqtt5Publish each : some) {
            messages.add(new Message(new Position(each.getTopic().toString(), next++, 0), each));
        }
        tell(drops.add(0));
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
            // Of a connection that is lost: the broker sends it again.
        }
    }

    @Override
    public void commit() {
        // Acknowledgements are on their way at once.
    }

    @Override
    public void close() {
        Mqtt5AsyncClient open = client;
        client = null;
        if (open != null && open.getState().isConnectedOrReconnect()) {
            open.disconnect().orTimeout(1, TimeUnit.SECONDS).exceptionally(e -> null).join();
        }
    }

    /** A message of MQTT's. */
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
            return Values.text(publish.getPayloadAsBytes());
        }
    }
}
