package io.eyewall.toolkit.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HttpSinkTest {
    private static final byte BODY = '~';
    private static final List<Tuple> ONE = Collections.singletonList(null); // nobody asks it

    private static final byte[] HALF_AN_ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".getBytes(StandardCharsets.UTF_8);

    @Test
    @Timeout(30)
    void aServerThatStopsInItsAnswerIsNotWaitedForForEver() throws Exception {
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

    /** Returns when the other side has closed or reset it. */
    private static void readToEnd(Socket client) {
        try {
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // Reset.
        }
    }

    /** Else each try would leave some behind. */
    @Test
    @Timeout(30)
    void itsConnectionsAreUsedAgainAfterAFailure() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread =
                    new Thread(
                            () -> {
                                try (Socket client = server.accept()) { // the only one
                                    answer(client, "500");
                                    answer(client, "200");
                                    readToEnd(client);
                                } catch (IOException e) {
                                    // The test is over.
                                }
                            });
            thread.start();
            HttpSink.Writer writer = writer(server, Duration.ofSeconds(10));
            writer.open();
            assertThatThrownBy(() -> writer.write(ONE)).hasMessageContaining("answers 500");
            writer.close();
            writer.open();
            assertThat(writer.write(ONE)).isEqualTo(1);
        }
    }

    private static void answer(Socket client, String status) throws IOException {
        InputStream in = client.getInputStream();
        while (in.read() != BODY) {
            // The header has none.
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
