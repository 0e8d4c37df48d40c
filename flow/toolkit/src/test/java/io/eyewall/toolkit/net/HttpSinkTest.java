package io.eyewall.toolkit.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.message.Encoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HttpSinkTest {
    private static final byte BODY = '~';
    private static final List<Tuple> ONE =
            Collections.singletonList(null); // the writer does not use the tuple

    private static final byte[] HALF_AN_ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".getBytes(StandardCharsets.UTF_8);

    @Test
    @Timeout(30)
    void timesOutWhenAServerStopsWithinItsAnswer() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Boolean> isLeft = new CompletableFuture<>();
            Thread thread =
                    new Thread(
                            () -> {
                                try (Socket client = server.accept()) {
                                    client.getOutputStream().write(HALF_AN_ANSWER);
                                    readToEnd(client);
                                    isLeft.complete(true);
                                } catch (IOException e) {
                                    isLeft.completeExceptionally(e);
                                }
                            });
            thread.start();
            HttpSink.Writer writer = writer(server, Duration.ofMillis(300));
            writer.open();
            assertThatThrownBy(() -> writer.write(ONE))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "http://127.0.0.1:"
                                    + server.getLocalPort()
                                    + "/: no answer within 300 ms");
            assertThat(isLeft.get()).as("the connection is not left open").isTrue();
        }
    }

    /** Returns when the peer has closed or reset the connection. */
    private static void readToEnd(Socket client) {
        try {
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The connection was reset.
        }
    }

    /** Otherwise each attempt would leave connections open. */
    @Test
    @Timeout(30)
    void reusesConnectionsAfterAFailure() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread =
                    new Thread(
                            () -> {
                                try (Socket client =
                                        server.accept()) { // accepts a single connection
                                    answer(client, "500");
                                    answer(client, "200");
                                    readToEnd(client);
                                } catch (IOException e) {
                                    // The test has closed the socket.
                                }
                            });
            thread.start();
            HttpSink.Writer writer = writer(server, Duration.ofSeconds(10));
            writer.open();
            assertThatThrownBy(() -> writer.write(ONE)).hasMessageContaining("answered 500");
            writer.close();
            writer.open();
            assertThat(writer.write(ONE)).isEqualTo(1);
        }
    }

    /**
     * Each request is answered separately: a rejected tuple does not cause others to be posted
     * again.
     */
    @Test
    @Timeout(30)
    void doesNotRepeatAcceptedPosts() throws Exception {
        Map<String, Integer> posts = new ConcurrentHashMap<>();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    String body =
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    int times = posts.merge(body, 1, Integer::sum);
                    int status =
                            body.equals("bad") ? 400 : body.equals("5") && times == 1 ? 503 : 200;
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        server.start();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Generator.of(n -> List.of(""), "body").build());
        String uri = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        builder.setBolt(
                        "out",
                        HttpSink.post(uri, Encoder.field("body"))
                                .batch(32, Duration.ofHours(1))
                                .build())
                .globalGrouping("in");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("in").start()) {
            for (int i = 0; i < 32; i++) {
                driver.spout("in").emit(i == 20 ? "bad" : String.valueOf(i));
            }
            driver.runUntilIdle();
            assertThat(driver.pending()).isEmpty();
            assertThat(driver.failed()).isEmpty();
        } finally {
            server.stop(0);
        }
        assertThat(posts).hasSize(32).containsEntry("5", 2);
        posts.keySet().removeAll(Set.of("5", "bad"));
        assertThat(posts.values()).containsOnly(1);
    }

    private static void answer(Socket client, String status) throws IOException {
        InputStream in = client.getInputStream();
        while (in.read() != BODY) {
            // Skips the header, which does not contain the byte of the body.
        }
        client.getOutputStream()
                .write(
                        ("HTTP/1.1 " + status + " .\r\nContent-Length: 0\r\n\r\n")
                                .getBytes(StandardCharsets.UTF_8));
    }

    private static HttpSink.Writer writer(ServerSocket server, Duration limit) {
        return new HttpSink.Writer(
                URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"),
                tuple -> new byte[] {BODY},
                Map.of(),
                limit);
    }
}
