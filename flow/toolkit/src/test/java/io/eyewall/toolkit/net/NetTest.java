package io.eyewall.toolkit.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.message.Encoder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

class NetTest {
    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static int post(int port, byte[] body, String token) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                                .header("Authorization", "Bearer " + token)
                                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Simulates an arbitrary web page in a browser on this machine. */
    @Test
    void rejectsWebPagesWithoutAToken() throws Exception {
        int http = freePort();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("http", HttpSource.onPort(http).build());
        builder.setBolt("seen", new Collect("pages")).shuffleGrouping("http");
        Run.topology(
                builder.createTopology(),
                () -> {
                    Await.until("it listens", () -> raw(http, "") == 200);
                    assertThat(raw(http, "Origin: http://evil.example\r\n")).isEqualTo(403);
                    assertThat(raw(http, "Origin: null\r\n")).isEqualTo(403);
                });
        assertThat(Set.copyOf(Collect.firstsOf("pages"))).isEqualTo(Set.of("from none"));
    }

    /**
     * Posts with a header that the JDK's client does not allow; returns the status, or 0 without an
     * answer.
     */
    private static int raw(int port, String header) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String body = header.isEmpty() ? "from none" : "from a page";
            String request =
                    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
                            + header
                            + "Content-Length: "
                            + body.length()
                            + "\r\n\r\n"
                            + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            String answer =
                    new BufferedReader(
                                    new InputStreamReader(
                                            socket.getInputStream(), StandardCharsets.UTF_8))
                            .readLine();
            return answer == null ? 0 : Integer.parseInt(answer.split(" ", -1)[1]);
        } catch (ConnectException e) {
            return 0;
        }
    }

    /**
     * Lines arrive by UDP and TCP, then travel by TCP and HTTP to a second pair of sources, which
     * acknowledges them.
     */
    @Test
    void carriesLinesByUdpTcpAndHttp() throws Exception {
        int udp = freePort();
        int tcp = freePort();
        int http = freePort();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("udp", LineSource.udp("127.0.0.1", udp).build());
        builder.setBolt("to-tcp", LineSink.tcp("127.0.0.1", tcp, Encoder.field("value")).build())
                .shuffleGrouping("udp");
        builder.setSpout("tcp", LineSource.tcp("127.0.0.1", tcp).build());
        builder.setBolt(
                        "to-http",
                        HttpSink.post("http://127.0.0.1:" + http + "/", Encoder.field("value"))
                                .header("Authorization", "Bearer secret")
                                .build())
                .shuffleGrouping("tcp");
        builder.setSpout("http", HttpSource.on("127.0.0.1", http, "secret").build());
        builder.setBolt("seen", new Collect("net")).shuffleGrouping("http");
        builder.setBolt("dead", new Collect("net-dead"))
                .shuffleGrouping("to-http", DeadLetters.STREAM);
        Run.topology(
                builder.createTopology(),
                () -> {
                    try (DatagramSocket socket = new DatagramSocket()) {
                        byte[] bytes = "by all of them".getBytes(StandardCharsets.UTF_8);
                        Await.until(
                                "a packet comes through",
                                () -> {
                                    socket.send(
                                            new DatagramPacket(
                                                    bytes,
                                                    bytes.length,
                                                    InetAddress.getLoopbackAddress(),
                                                    udp));
                                    return !Collect.of("net").isEmpty();
                                });
                        byte[] large = "x".repeat(60_000).getBytes(StandardCharsets.UTF_8);
                        assertThat(post(http, new byte[] {(byte) 0xff}, "secret")).isEqualTo(400);
                        assertThat(post(http, large, "guess")).isEqualTo(401);
                        assertThat(post(http, new byte[2 << 20], "secret")).isEqualTo(413);
                        assertThat(post(http, large, "secret")).isEqualTo(200);
                    }
                });
        assertThat(Set.copyOf(Collect.firstsOf("net")))
                .isEqualTo(Set.of("by all of them", "x".repeat(60_000)));
        assertThat(Collect.of("net-dead")).isEqualTo(List.of());
    }
}
