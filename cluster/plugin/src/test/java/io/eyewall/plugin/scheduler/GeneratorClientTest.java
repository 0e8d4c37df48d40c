package io.eyewall.plugin.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server that answers what it is told to. */
class GeneratorClientTest {
    private static final ClusterView VIEW = new ClusterView(1, List.of(), List.of());

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private @Nullable HttpServer server;
    private int status = 200;
    private boolean said = true;
    private String answer = ClusterPlan.NONE.toJson();
    private volatile String authorization = "";
    private volatile String body = "";

    @BeforeEach
    void serve() throws IOException {
        HttpServer own =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        own.createContext(
                "/v1/cluster",
                exchange -> {
                    authorization =
                            String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
                    body =
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, said ? bytes.length : 0);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        own.start();
        server = own;
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    private GeneratorClient client(@Nullable Path tokenFile) {
        int port = server == null ? 0 : server.getAddress().getPort();
        return new GeneratorClient(URI.create("http://127.0.0.1:" + port), tokenFile);
    }

    @Test
    void sendsTheViewAndTheTokenAsItIsNow() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "first\n");
        GeneratorClient client = client(token);

        assertThat(client.requestPlan(VIEW)).isEqualTo(ClusterPlan.NONE);
        assertThat(authorization).isEqualTo("Bearer first");
        assertThat(ClusterView.fromJson(body)).isEqualTo(VIEW);
        Files.writeString(token, "second\n");
        client.requestPlan(VIEW);
        assertThat(authorization).isEqualTo("Bearer second");
    }

    @Test
    void saysWhatItWasAnswered() {
        status = 401;
        assertThatThrownBy(() -> client(null).requestPlan(VIEW))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("eyewall.generator.token.file");
        status = 200;
        answer = "<html>";
        assertThatThrownBy(() -> client(null).requestPlan(VIEW))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cluster plan: invalid JSON");
        stop();
        assertThatThrownBy(() -> client(null).requestPlan(VIEW)).isInstanceOf(IOException.class);
    }

    /** Whether it says beforehand how long it is, or not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsNoMoreThanNimbusCanBear(boolean lengthIsSaid) {
        said = lengthIsSaid;
        answer = " ".repeat(100_000) + ClusterPlan.NONE.toJson();
        int port = server == null ? 0 : server.getAddress().getPort();
        GeneratorClient client =
                new GeneratorClient(URI.create("http://127.0.0.1:" + port), null, 50 << 10);

        assertThatThrownBy(() -> client.requestPlan(VIEW))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is longer than 50 KiB");
    }
}
