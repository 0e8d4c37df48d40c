package io.eyewall.connectors.mqtt;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedListener;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The address of an MQTT broker, with credentials.
 *
 * @param uri {@code tcp://[user:password@]host[:port]}, or {@code ssl://...} for TLS
 */
record MqttConnection(String uri) implements Serializable {
    private static final long RESPONSE_LIMIT_SEC = 10;
    private static final int DEFAULT_PORT = 1883;
    private static final int DEFAULT_TLS_PORT = 8883;

    MqttConnection {
        URI parsed = URI.create(uri);
        boolean isKnownScheme =
                "tcp".equals(parsed.getScheme()) || "ssl".equals(parsed.getScheme());
        if (!isKnownScheme || parsed.getHost() == null) {
            throw new IllegalArgumentException(
                    "expected tcp://HOST[:PORT] or ssl://HOST[:PORT], not '" + uri + "'");
        }
    }

    /** Returns a new client, not connected. */
    Mqtt5AsyncClient newClient(String clientId) {
        return newClient(clientId, disconnected -> {});
    }

    /**
     * Returns a new client, not connected.
     *
     * @param listener is called on a client thread when a connection is lost
     */
    Mqtt5AsyncClient newClient(String clientId, MqttClientDisconnectedListener listener) {
        URI parsed = URI.create(uri);
        boolean usesTls = parsed.getScheme().equals("ssl");
        int port =
                parsed.getPort() < 0
                        ? (usesTls ? DEFAULT_TLS_PORT : DEFAULT_PORT)
                        : parsed.getPort();
        Mqtt5ClientBuilder builder =
                Mqtt5Client.builder()
                        .identifier(clientId)
                        .addDisconnectedListener(listener)
                        .serverHost(parsed.getHost())
                        .serverPort(port);
        if (usesTls) {
            builder = builder.sslConfig(MqttClientSslConfig.builder().build());
        }
        String user = parsed.getUserInfo();
        if (user != null) {
            int colon = user.indexOf(':');
            builder =
                    builder.simpleAuth()
                            .username(colon < 0 ? user : user.substring(0, colon))
                            .password(
                                    user.substring(colon < 0 ? user.length() : colon + 1)
                                            .getBytes(StandardCharsets.UTF_8))
                            .applySimpleAuth();
        }
        return builder.buildAsync();
    }

    /** Connects a client, and waits until it is connected. */
    static void connect(Mqtt5AsyncClient client, Mqtt5Connect options) throws Exception {
        try {
            await(client.connect(options), "connect");
        } catch (Mqtt5ConnAckException e) {
            switch (e.getMqttMessage().getReasonCode()) {
                case BAD_USER_NAME_OR_PASSWORD,
                        NOT_AUTHORIZED,
                        CLIENT_IDENTIFIER_NOT_VALID,
                        BANNED,
                        BAD_AUTHENTICATION_METHOD ->
                        throw new ConnectorException(
                                Category.CONFIG, "the MQTT broker refuses the connection", e);
                default -> throw e;
            }
        }
    }

    /**
     * Waits for the broker's response, for at most {@value #RESPONSE_LIMIT_SEC} seconds.
     *
     * @param action the action that the broker responds to, for the message of a failure
     */
    static <T> T await(CompletableFuture<T> response, String action) throws Exception {
        try {
            return response.get(RESPONSE_LIMIT_SEC, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (TimeoutException e) {
            throw new IOException(
                    "no response from the MQTT broker within "
                            + RESPONSE_LIMIT_SEC
                            + " s: "
                            + action,
                    e);
        }
    }
}
