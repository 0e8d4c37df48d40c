package io.eyewall.local.drpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.StormConf;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.storm.generated.DRPCRequest;
import org.apache.storm.metric.StormMetricsRegistry;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests DRPC by HTTPS, with keys that the JDK's keytool creates. */
@NullUnmarked // fields are set by the framework
@Timeout(60)
class DrpcHttpsTest {
    private static final String PASSWORD = "secret";

    @TempDir static Path folder;
    private static Path serverKeys;
    private static Path clientKeys;

    private Map<String, Object> conf;
    private DrpcService service;

    @BeforeAll
    static void makeKeys() throws Exception {
        serverKeys = keys("server");
        clientKeys = keys("client");
    }

    private static Path keys(String name) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-alias",
                                name,
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                file.toString(),
                                "-storepass",
                                PASSWORD)
                        .inheritIO()
                        .start();
        assertThat(keytool.waitFor()).isZero();
        return file;
    }

    @BeforeEach
    void configure() throws Exception {
        conf = StormConf.localMode();
        for (String key : new String[] {"drpc.port", "drpc.invocations.port", HttpsConf.PORT}) {
            conf.put(key, freePort());
        }
        conf.put("drpc.https.keystore.path", serverKeys.toString());
        conf.put("drpc.https.keystore.password", PASSWORD);
        conf.put("drpc.https.keystore.type", "PKCS12");
        service = new DrpcService(conf, new StormMetricsRegistry());
    }

    @AfterEach
    void close() {
        service.close();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Returns a client that trusts the server, and presents its own certificate if it has keys. */
    private static HttpClient client(Path keys) throws Exception {
        TrustManagerFactory trusted =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(load(serverKeys));
        KeyManagerFactory own =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys == null ? null : load(keys), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static KeyStore load(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            return store;
        }
    }

    /** Calls the function {@code f}, and answers with its arguments. */
    private String call(DrpcServer server, HttpClient client) throws Exception {
        int port = server.httpsPort().orElseThrow();
        CompletableFuture<HttpResponse<String>> answer =
                client.sendAsync(
                        HttpRequest.newBuilder(
                                        URI.create("https://127.0.0.1:" + port + "/drpc/f/x"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        DRPCRequest request = service.fetchRequest("f");
        while (request.get_request_id().isEmpty() && !answer.isDone()) {
            Thread.onSpinWait();
            request = service.fetchRequest("f");
        }
        if (!request.get_request_id().isEmpty()) {
            service.result(request.get_request_id(), request.get_func_args() + "!");
        }
        return answer.get().body();
    }

    @Test
    void answersByHttpsAndThenNotByHttp() throws Exception {
        try (DrpcServer server = DrpcServer.start(service, DrpcServerConf.of(conf))) {
            assertThat(call(server, client(null))).isEqualTo("x!");
            assertThat(server.httpPort()).isEmpty();
        }
        conf.put("drpc.disable.http.binding", false);
        assertThat(DrpcServerConf.of(conf).httpPort()).hasValue(3774);
    }

    @Test
    void asksForACertificateWhereOneIsNeeded() throws Exception {
        conf.put("drpc.https.need.client.auth", true);
        conf.put("drpc.https.truststore.path", clientKeys.toString());
        conf.put("drpc.https.truststore.password", PASSWORD);
        try (DrpcServer server = DrpcServer.start(service, DrpcServerConf.of(conf))) {
            assertThat(call(server, client(clientKeys))).isEqualTo("x!");
            assertThatThrownBy(() -> call(server, client(null)))
                    .rootCause()
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void moreHalfHandshakesThanConnectionsDoNotStopIt() throws Exception {
        conf.put("eyewall.drpc.connections", 10);
        List<RawClient> half = new ArrayList<>();
        try (DrpcServer server = DrpcServer.start(service, DrpcServerConf.of(conf))) {
            for (int i = 0; i < 30; i++) {
                half.add(
                        new RawClient(server.httpsPort().orElseThrow())
                                .send("\u0016\u0003\u0001\u0002\u0000\u0001"));
            }
            try (RawClient plain = new RawClient(server.httpsPort().orElseThrow())) {
                assertThat(plain.send("GET /drpc/f/x HTTP/1.1\r\n\r\n").readToEnd())
                        .doesNotContain("HTTP/1.1");
            }
            assertThat(call(server, client(null))).isEqualTo("x!");
        } finally {
            for (RawClient client : half) {
                client.close();
            }
        }
    }

    @Test
    void answersABodyThatIsTooLarge() throws Exception {
        try (DrpcServer server = DrpcServer.start(service, DrpcServerConf.of(conf))) {
            HttpRequest tooLarge =
                    HttpRequest.newBuilder(
                                    URI.create(
                                            "https://127.0.0.1:"
                                                    + server.httpsPort().orElseThrow()
                                                    + "/drpc/f"))
                            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[20 << 20]))
                            .build();
            assertThat(
                            client(null)
                                    .send(tooLarge, HttpResponse.BodyHandlers.ofString())
                                    .statusCode())
                    .isEqualTo(413);
        }
    }

    @Test
    void saysWhatIsWrongWithTheKeys() {
        conf.put("drpc.https.keystore.password", "wrong");
        assertThatThrownBy(() -> DrpcServer.start(service, DrpcServerConf.of(conf)))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(
                        "drpc.https.keystore.path", serverKeys.toString(), "keystore.password");
        conf.remove("drpc.https.keystore.path");
        assertThatThrownBy(() -> DrpcServerConf.of(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("drpc.https.keystore.path is not set");
    }
}
