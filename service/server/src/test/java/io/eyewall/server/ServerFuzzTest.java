package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.ports.PortLimits;
import io.eyewall.web.EventStreams;
import io.eyewall.web.ServerEvent;
import io.eyewall.web.WebRoute;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A whole server with a running topology, asked thousands of requests that are made of right ones,
 * wrong ones and noise: it neither hangs nor crashes nor keeps anything of them.
 */
@Timeout(600)
@Tag("more")
class ServerFuzzTest {
    private static final int REQUESTS = Boolean.getBoolean("eyewall.complete") ? 2_000 : 1_000;
    private static final int SOCKET_PATIENCE_MS = 20_000;
    private static final int MAX_ANSWER_BYTES = 4 << 20;

    private static final List<String> METHODS =
            List.of("GET", "GET", "GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "get", "X\t");

    private static final List<String> SEGMENTS =
            List.of(
                    "cluster",
                    "summary",
                    "topology",
                    "ID",
                    "ID",
                    "nosuch-1-1",
                    "component",
                    "split",
                    "report%20sink",
                    "visualization",
                    "visualization-init",
                    "metrics",
                    "logconfig",
                    "activate",
                    "deactivate",
                    "rebalance",
                    "0",
                    "-1",
                    "99999999999",
                    "debug",
                    "enable",
                    "profiling",
                    "start",
                    "stop",
                    "a:1",
                    "a:b:c",
                    "lag",
                    "supervisor",
                    "owner-resources",
                    "history",
                    "..",
                    "%2e%2e",
                    "%2F",
                    "%zz",
                    "%00",
                    "",
                    "\u00e4",
                    "topology-workers",
                    "nimbus",
                    "configuration");

    private static final List<String> QUERIES =
            List.of(
                    "",
                    "?window=600",
                    "?window=",
                    "?window=99999999999999",
                    "?sys=true",
                    "?sys",
                    "?callback=cb",
                    "?callback=<script>",
                    "?callback=a%0d%0ab",
                    "?id=%ff&host=%00",
                    "?=&&&=",
                    "?window=:all-time&window=600",
                    "?%");

    private static final List<String> HEADERS =
            List.of(
                    "Accept: application/xml",
                    "Accept: */*",
                    "Accept: ;q=,,q=",
                    "Origin: null",
                    "Origin: http://evil.example",
                    "Content-Type: application/json",
                    "Cookie: ;;=",
                    "Authorization: Bearer",
                    "If-None-Match: \"",
                    "Expect: 100-continue",
                    "Expect: nonsense",
                    "Transfer-Encoding: chunked",
                    "Range: bytes=0-",
                    "Upgrade: h2c",
                    "Connection: upgrade",
                    "Sec-Fetch-Site: ?");

    private static final List<String> BODIES =
            List.of(
                    "",
                    "not json",
                    "{\"namedLoggerLevels\":{\"a\":{\"target_level\":\"INFO\",\"timeout\":1}}}",
                    "{\"namedLoggerLevels\":{\"a\":[1,{}]}}",
                    "{\"namedLoggerLevels\":{\"a\":{\"timeout\":1e400}}}",
                    "[".repeat(5000),
                    "{\"a\":".repeat(5000));

    private String topologyId = "";

    @Test
    void survivesWhatItIsSent() throws Exception {
        try (LocalCluster cluster = new LocalCluster();
                EventStreams events =
                        new EventStreams(
                                4,
                                Duration.ofSeconds(1),
                                () -> List.of(new ServerEvent("state", "{}")))) {
            RunningTopology topology =
                    cluster.start(
                            "words",
                            Words.conf(),
                            Words.topology(),
                            new SubmitOptions(TopologyInitialStatus.ACTIVE));
            topologyId = topology.plan().id();
            ServerSite site =
                    new ServerSite(
                            cluster,
                            cluster.getDaemonConf(),
                            cluster::runningTopologies,
                            () -> null);
            List<WebRoute> routes = new ArrayList<>(site.routes());
            routes.add(WebRoute.api("/events", events));
            PortLimits limits = new PortLimits(64, 200, 64 << 10, 4 << 20);
            try (WebServer server =
                    WebServer.start(
                            WebSettings.loopback(0).with(limits), routes, site.listener())) {
                Random random = new Random(20_261_123);
                for (int i = 0; i < REQUESTS; i++) {
                    byte[] request = request(random);
                    String answer = send(server.port(), request, random.nextInt(50) == 0);
                    assertThat(answer)
                            .as(new String(request, StandardCharsets.ISO_8859_1))
                            .doesNotContain("the server's log says why")
                            .matches("(?s)|HTTP/1\\.1 [1-5][0-9][0-9] .*");
                }
                assertServes(server);
                Await.until("all streams forgotten", () -> events.clients() == 0);
                assertThat(topology.status()).isIn(TopologyStatus.ACTIVE, TopologyStatus.INACTIVE);
            }
        }
        Await.until(
                "all threads ended",
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(t -> t.getName().startsWith("eyewall-web")));
    }

    private static void assertServes(WebServer server) throws IOException {
        for (String path : List.of("/healthz", "/readyz", "/metrics", "/api/v1/topology/summary")) {
            String request =
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            assertThat(send(server.port(), request.getBytes(StandardCharsets.ISO_8859_1), false))
                    .as(path)
                    .startsWith("HTTP/1.1 200");
        }
    }

    private byte[] request(Random random) {
        StringBuilder text = new StringBuilder();
        text.append(any(random, METHODS)).append(' ').append(path(random));
        text.append(any(random, QUERIES))
                .append(" HTTP/1.")
                .append(random.nextInt(10) == 0 ? 0 : 1);
        text.append("\r\n");
        if (random.nextInt(20) > 0) {
            text.append("Host: ")
                    .append(random.nextInt(20) > 0 ? "localhost" : "x.y")
                    .append("\r\n");
        }
        String body = any(random, BODIES);
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(any(random, HEADERS)).append("\r\n");
        }
        if (random.nextInt(10) > 0) {
            text.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        text.append("Connection: close\r\n\r\n").append(body);
        byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        if (random.nextInt(4) == 0) { // noise
            for (int i = random.nextInt(8); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
        }
        return bytes;
    }

    private String path(Random random) {
        if (random.nextInt(12) == 0) {
            return any(
                    random, List.of("/metrics", "/healthz", "/readyz", "/events", "/", "*", "//"));
        }
        StringBuilder path = new StringBuilder(random.nextInt(30) > 0 ? "/api/v1" : "/");
        if (random.nextInt(3) > 0) {
            path.append("/topology/").append(topologyId);
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            path.append('/').append(any(random, SEGMENTS).replace("ID", topologyId));
        }
        return path.toString();
    }

    private static String any(Random random, List<String> list) {
        return list.get(random.nextInt(list.size()));
    }

    /**
     * Reads until the end.
     *
     * @param hangsUp goes away at once
     * @throws SocketTimeoutException if nothing comes, and no end
     */
    private static String send(int port, byte[] request, boolean hangsUp) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(SOCKET_PATIENCE_MS);
            socket.getOutputStream().write(request);
            byte[] piece = new byte[16 << 10];
            int read = hangsUp ? -1 : socket.getInputStream().read(piece);
            while (read >= 0) {
                answer.write(piece, 0, read);
                assertThat(answer.size()).as("bytes of an answer").isLessThan(MAX_ANSWER_BYTES);
                boolean isStream =
                        answer.toString(StandardCharsets.ISO_8859_1).contains("event-stream");
                read = isStream ? -1 : socket.getInputStream().read(piece);
            }
        } catch (SocketException e) {
            return answer.toString(StandardCharsets.ISO_8859_1); // reset by the server: an end, too
        }
        return answer.toString(StandardCharsets.ISO_8859_1);
    }
}
