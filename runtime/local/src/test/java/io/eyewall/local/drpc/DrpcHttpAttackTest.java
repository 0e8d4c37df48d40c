package io.eyewall.local.drpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests attacks on the HTTP port other than by slowness: other clients must still be served. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class DrpcHttpAttackTest {
    private static final long AN_HOUR_MS = 3_600_000;
    private static final String HOST = "Host: localhost\r\n";

    private AttackedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new AttackedServer(AN_HOUR_MS);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private void assertServes() throws Exception {
        assertThat(server.echoByHttp()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\nx!");
    }

    private static String post(String headers) {
        return "POST /drpc/echo HTTP/1.1\r\n" + HOST + headers + "\r\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET /drpc/echo/x HT",
                "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", // TLS to the plain port
                "GET /drpc/echo/x HTTP/1.1\r\nHost: loc",
                "POST /drpc/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf",
            })
    void moreHalfSentRequestsThanConnectionsDoNotStopIt(String half) throws Exception {
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * AttackedServer.CONNECTIONS; i++) {
                clients.add(server.http().send(half));
                if (i % 10 == 0) {
                    assertServes();
                }
            }
            assertServes();
            assertThat(clients.get(0).readToEnd()).isEmpty(); // it had to make room
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void whoeverWaitsForAnAnswerKeepsItsConnectionInAFlood() throws Exception {
        try (RawClient waiting = server.http()) {
            waiting.send("GET /drpc/never/x HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            String id = "";
            while (id.isEmpty()) {
                id = server.service().fetchRequest("never").get_request_id();
            }
            for (int i = 0; i < 3 * AttackedServer.CONNECTIONS; i++) {
                server.http(); // and never closed
            }
            assertServes();
            server.service().result(id, "late");
            assertThat(waiting.readToEnd()).startsWith("HTTP/1.1 200 ").endsWith("late");
        }
    }

    @Test
    void aClientThatHangsUpTakesItsRequestBack() throws Exception {
        for (int i = 0; i < 2 * AttackedServer.CONNECTIONS; i++) {
            try (RawClient client = server.http()) {
                client.send("GET /drpc/never/x HTTP/1.1\r\n" + HOST + "\r\n");
                String id = "";
                while (id.isEmpty()) {
                    id = server.service().fetchRequest("never").get_request_id();
                }
            }
        }
        assertServes();
    }

    @ParameterizedTest
    @CsvSource({
        "1048577, 413",
        "9223372036854775807, 413",
        "99999999999999999999999, 400",
        "-1, 400",
        "twelve, 400",
    })
    void refusesAnAbsurdLengthAtOnce(String length, String status) throws Exception {
        assertThat(server.call(post("Content-Length: " + length + "\r\n") + "x"))
                .startsWith("HTTP/1.1 " + status + " ")
                .contains("connection: close", "\"error\"");
        assertServes();
    }

    @Test
    void answersABodyThatIsTooLarge() throws Exception {
        int length = 20 << 20;
        try (RawClient client = server.http()) {
            client.send(post("Content-Length: " + length + "\r\n")).send(new byte[length]);
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 413 ");
        }
        assertServes();
    }

    @Test
    void takesABodyOfTheGreatestSizeAndASingleByteLess() throws Exception {
        for (int length : new int[] {AttackedServer.REQUEST_BYTES, 1}) {
            String body = "b".repeat(length);
            assertThat(
                            server.call(
                                    post("Connection: close\r\nContent-Length: " + length + "\r\n")
                                            + body))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("\r\n\r\n" + body + "!");
        }
    }

    @Test
    void endsChunksWithoutEnd() throws Exception {
        try (RawClient client = server.http()) {
            client.send(post("Transfer-Encoding: chunked\r\n"));
            String chunk = "10000\r\n" + "c".repeat(0x10000) + "\r\n";
            client.send(chunk.repeat(17));
            assertThat(client.readLine()).startsWith("HTTP/1.1 413 ");
        }
        assertServes();
    }

    @Test
    void takesChunks() throws Exception {
        assertThat(
                        server.call(
                                post("Transfer-Encoding: chunked\r\nConnection: close\r\n")
                                        + "2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("\r\n\r\nabc!");
        assertThat(server.call(post("Transfer-Encoding: chunked\r\n") + "zz\r\nab\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void wantsOneHost() throws Exception {
        String end = "Connection: close\r\n\r\n";

        assertThat(
                        server.call(
                                "GET /drpc/echo/x HTTP/1.1\r\n"
                                        + HOST
                                        + "Host: evil.test\r\n"
                                        + end))
                .startsWith("HTTP/1.1 400 ")
                .contains("exactly one Host header");
        assertThat(server.call("GET /drpc/echo/x HTTP/1.1\r\n" + end)).startsWith("HTTP/1.1 400 ");
        assertThat(server.call("GET /drpc/echo/x HTTP/1.0\r\n" + end))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("x!");
    }

    @Test
    void answersOneRequestAfterTheOther() throws Exception {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            requests.append("GET /drpc/echo/").append(i).append(" HTTP/1.1\r\n" + HOST + "\r\n");
        }
        requests.append("GET /drpc/echo/end HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
        String answers = server.call(requests.toString());
        int from = 0;
        for (int i = 0; i < 40; i++) {
            from = answers.indexOf("\r\n\r\n" + i + "!", from);
            assertThat(from).as("the answer to request %s", i).isPositive();
        }
        assertThat(answers).endsWith("\r\n\r\nend!");
    }

    @Test
    void holdsBackAClientThatSendsAheadWithoutReading() throws Exception {
        try (RawClient client = server.http()) {
            byte[] requests =
                    ("GET /drpc/never/x HTTP/1.1\r\n" + HOST + "\r\n").repeat(1000).getBytes(UTF_8);
            client.sendWhileTaken(requests, 1 << 20);
        }
        assertServes();
    }

    @ParameterizedTest
    @CsvSource({"X-Much: , 431", "Cookie: , 431"})
    void refusesAFloodOfHeaders(String header, String status) throws Exception {
        StringBuilder request = new StringBuilder("GET /drpc/echo/x HTTP/1.1\r\n" + HOST);
        for (int i = 0; i < 5000; i++) {
            request.append(header).append(i).append("\r\n");
        }
        assertThat(server.call(request.append("\r\n").toString()))
                .startsWith("HTTP/1.1 " + status + " ");
        assertThat(server.call("GET /drpc/echo/" + "x".repeat(100_000) + " HTTP/1.1\r\n"))
                .startsWith("HTTP/1.1 414 ");
        assertServes();
    }

    @ParameterizedTest
    @CsvSource({
        "PUT /drpc/echo, 405",
        "DELETE /drpc/echo/x, 405",
        "OPTIONS /drpc/echo, 405",
        "HEAD /drpc/echo, 405",
        "TRACE /drpc/echo, 405",
        "BREW /drpc/echo, 405",
        "POST /drpc/echo/x, 405",
        "GET /drpc/echo/%zz, 400",
        "GET /drpc/%, 400",
        "GET /drpc/echo/%4, 400",
        "GET /drpc/, 404",
        "GET /drpc//x, 404",
        "GET /../etc/passwd, 404",
        "GET /drpc/nobody/x, 404",
        "CONNECT localhost:22, 400",
        "GET http://localhost/drpc/echo/x, 400",
        "GET *, 400",
    })
    void saysWhatIsWrong(String request, String status) throws Exception {
        assertThat(server.call(request + " HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET\r\n\r\n",
                "GET /drpc/echo/x\r\n\r\n",
                "GET /drpc/echo/x HTTP/1.1\r\nHost : localhost\r\n\r\n",
                "GET /drpc/echo/x HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            })
    void whatIsNoHttpIsRefused(String nonsense) throws Exception {
        assertThat(server.call(nonsense)).matches("(?s)HTTP/1.1 (400|505) .*");
        assertServes();
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site: cross-site, 403",
        "Sec-Fetch-Site: same-site, 403",
        "Sec-Fetch-Site: same-origin, 200",
        "Sec-Fetch-Site: none, 200",
        "Origin: http://elsewhere.example, 403",
        "Origin: null, 403",
        "Origin: http://localhost, 200",
        "Referer: http://elsewhere.example/localhost, 403",
        "Referer: http://localhost.elsewhere.example/, 403",
        "Referer: http://localhost/page, 200",
    })
    void aPageOfAnotherSiteIsNotServed(String header, String status) throws Exception {
        assertThat(
                        server.call(
                                "GET /drpc/echo/x HTTP/1.1\r\n"
                                        + HOST
                                        + header
                                        + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @ParameterizedTest
    @CsvSource({
        "rebound.example, 403",
        "localhost.example, 403",
        "127.0.0.1.example, 403",
        "127.0.0.1:3774.example, 403",
        "localhost:example, 403",
        "'', 403",
        "localhost, 200",
        "LOCALHOST:3774, 200",
        "127.0.0.1:3774, 200",
        "[::1]:3774, 200",
        "[::1], 200",
        "known.example:80, 200",
    })
    void aNameThatIsNotOursIsNotServed(String host, String status) throws Exception {
        assertThat(
                        server.call(
                                "GET /drpc/echo/x HTTP/1.1\r\nHost: "
                                        + host
                                        + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void answersWhoAsksBeforeSendingABody() throws Exception {
        String length = "Content-Length: 2\r\n";
        try (RawClient client = server.http()) {
            client.send(post(length + "Expect: 100-continue\r\nConnection: close\r\n"));
            assertThat(client.readLine()).startsWith("HTTP/1.1 100 ");
            assertThat(client.send("ab").readToEnd()).contains("HTTP/1.1 200 ").endsWith("ab!");
        }
        assertThat(server.call(post("Content-Length: 2000000\r\nExpect: 100-continue\r\n")))
                .startsWith("HTTP/1.1 413 ");
        assertThat(server.call(post(length + "Expect: miracles\r\n"))).startsWith("HTTP/1.1 417 ");
    }

    @Test
    void closingDoesNotWaitForClients() throws Exception {
        try (RawClient half = server.http().send("GET /dr");
                RawClient waiting =
                        server.http().send("GET /drpc/never/x HTTP/1.1\r\n" + HOST + "\r\n")) {
            server.close();
            assertThat(half.readToEnd()).isEmpty();
            assertThat(waiting.readToEnd()).isEmpty();
        }
        server = new AttackedServer(AN_HOUR_MS);
    }
}
