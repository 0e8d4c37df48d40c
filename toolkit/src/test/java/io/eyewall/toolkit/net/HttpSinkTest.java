package io.eyewall.toolkit.net;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HttpSinkTest {
    private static final byte[] HALF_AN_ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".getBytes(StandardCharsets.UTF_8);

    @Test
    @Timeout(30)
    void aServerThatStopsInItsAnswerIsNotWaitedForForEver() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread =
                    new Thread(
                            () -> {
                                try (Socket client = server.accept()) {
                                    client.getOutputStream().write(HALF_AN_ANSWER);
                                    server.accept().close(); // until it is closed
                                } catch (IOException e) {
                                    // The test is over.
                                }
                            });
            thread.start();
            HttpSink.Writer writer =
                    new HttpSink.Writer(
                            URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"),
                            tuple -> new byte[] {'x'},
                            Map.of(),
                            Duration.ofMillis(300));
            writer.open();
            List<Tuple> one = Collections.singletonList(null); // nobody asks it anything
            assertThatThrownBy(() -> writer.write(one)).isInstanceOf(TimeoutException.class);
        }
    }
}
