package io.eyewall.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.PortLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What clients can't do to others by being slow, large or many. */
@Timeout(120)
class HostileClientTest {
    private static final String POST = "POST /api HTTP/1.1\r\nHost: localhost\r\n";
    private static final int CONNECTIONS = 16;
    private static final int PATIENCE_MS = 1000;
    private static final int MAX_BODY_BYTES = 1000;
    private static final PortLimits LIMITS =
            new PortLimits(CONNECTIONS, PATIENCE_MS, MAX_BODY_BYTES, 1 << 20);

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private WebServer server;

    @BeforeEach
    void start() throws Exception {
        server =
                WebServer.start(
                        WebSettings.loopback(0).with(LIMITS),
                        List.of(
                                WebRoute.api("/api", request -> HttpAnswer.text("ok")),
                                WebRoute.api("/slow", request -> await()),
                                WebRoute.open("/healthz", request -> HttpAnswer.text("ok"))),
                        RequestListener.NONE);
    }

    private HttpAnswer await() throws InterruptedException {
        waiting.incrementAndGet();
        release.await();
        return HttpAnswer.text("done");
    }

    @AfterEach
    void stop() {
        release.countDown();
        server.close();
    }

    private void assertServes() throws Exception {
        assertThat(RawHttp.ask(server.port(), "GET /api", "Host: localhost"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void aHeaderThatDoesNotEndIsNotWaitedFor() throws Exception {
        try (RawHttp client = new RawHttp(server.port())) {
            assertThat(client.send("GET /api HTTP/1.1\r\nHost: loc").readAll())
                    .startsWith("HTTP/1.1 408");
        }
        assertServes();
    }

    @Test
    void aBodyThatDoesNotComeIsNotWaitedFor() throws Exception {
        try (RawHttp client = new RawHttp(server.port())) {
            client.send(POST + "Content-Length: 10\r\n\r\nabc");
            assertThat(client.readAll()).startsWith("HTTP/1.1 408");
        }
        assertServes();
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeItIsSent() throws Exception {
        assertThat(
                        RawHttp.ask(
                                server.port(),
                                "POST /api",
                                "Host: localhost",
                                "Content-Length: 1000000000000"))
                .startsWith("HTTP/1.1 413");
        try (RawHttp client = new RawHttp(server.port())) {
            client.send(POST + "Transfer-Encoding: chunked\r\n\r\n");
            client.send("400\r\n" + "x".repeat(0x400) + "\r\n");
            assertThat(client.readAll()).startsWith("HTTP/1.1 413");
        }
        assertThat(
                        RawHttp.ask(
                                server.port(),
                                "GET /api",
                                "Host: localhost",
                                "X: " + "y".repeat(20_000)))
                .startsWith("HTTP/1.1 431");
        assertThat(RawHttp.ask(server.port(), "GET /" + "z".repeat(70_000), "Host: localhost"))
                .startsWith("HTTP/1.1 414");
        assertServes();
    }

    @Test
    void whoHoldsConnectionsKeepsNobodyOut() throws Exception {
        List<RawHttp> holders = new ArrayList<>();
        try {
            for (int i = 0; i < 4 * CONNECTIONS; i++) {
                holders.add(new RawHttp(server.port()).send("GET /api HTTP/1.1\r\nHost: l"));
                if (i % CONNECTIONS == 0) {
                    assertServes();
                }
            }
            assertServes();
        } finally {
            for (RawHttp holder : holders) {
                holder.close();
            }
        }
    }

    @Test
    void livenessIsToldWhileAllThreadsWait() throws Exception {
        List<RawHttp> askers = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                askers.add(
                        new RawHttp(server.port())
                                .send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            }
            Await.until("busy", () -> waiting.get() >= 4);

            assertThat(RawHttp.ask(server.port(), "GET /healthz", "Host: localhost"))
                    .startsWith("HTTP/1.1 200");
        } finally {
            release.countDown();
            for (RawHttp asker : askers) {
                asker.close();
            }
        }
        assertServes();
    }

    @Test
    void wrongTokensKeepNobodyWaiting() throws Exception {
        String token = "correct-horse-battery-staple";
        LoginThrottle throttle = new LoginThrottle(ms -> await());
        String login =
                "POST /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Length: 11\r\n\r\ntoken=wrong";
        try (WebServer guarded =
                        WebServer.start(
                                WebSettings.loopback(0).with(new AccessToken(token)),
                                List.of(
                                        WebRoute.api("/api", request -> HttpAnswer.text("ok")),
                                        WebRoute.open(
                                                "/healthz", request -> HttpAnswer.text("ok"))),
                                RequestListener.NONE,
                                throttle);
                RawHttp first = new RawHttp(guarded.port()).send(login);
                RawHttp second = new RawHttp(guarded.port()).send(login)) {
            Await.until("waiting", () -> waiting.get() == 2);

            assertThat(RawHttp.ask(guarded.port(), "GET /healthz", "Host: localhost"))
                    .startsWith("HTTP/1.1 200");
            assertThat(
                            RawHttp.ask(
                                    guarded.port(),
                                    "GET /api",
                                    "Host: localhost",
                                    "Authorization: Bearer " + token))
                    .startsWith("HTTP/1.1 200");
            try (RawHttp third = new RawHttp(guarded.port()).send(login)) {
                assertThat(third.readAll()).startsWith("HTTP/1.1 429");
            }

            release.countDown();
            assertThat(first.readAll()).startsWith("HTTP/1.1 401");
            assertThat(second.readAll()).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void requestsOfWhoHasGoneAreNotBegun() throws Exception {
        for (int i = 0; i < 4; i++) {
            try (RawHttp client = new RawHttp(server.port())) {
                client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
                int begun = i + 1;
                Await.until("begun", () -> waiting.get() >= begun);
            }
        }
        for (int i = 0; i < 50; i++) {
            try (RawHttp client = new RawHttp(server.port())) {
                client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
            }
        }
        release.countDown();
        assertServes();
        assertThat(waiting.get()).as("requests that were begun").isLessThan(54);
    }

    @Test
    void whatIsNoHttpEndsTheConnection() throws Exception {
        for (String text :
                List.of(
                        "\r\n\r\n\r\n\0\0\0\r\n\r\n",
                        "GET\r\n\r\n",
                        "GET /api HTTP/2.0\r\nHost: localhost\r\n\r\n",
                        "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
                        POST + "Content-Length: -1\r\n\r\n",
                        POST + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                        POST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
                        "GET /api HTTP/1.1\r\nHost: localhost\r\nX\0Y: z\r\n\r\n",
                        "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003\r\n\r\n")) {
            try (RawHttp client = new RawHttp(server.port())) {
                assertThat(client.send(text).readAll()).as(text).doesNotContain(" 200 OK");
            }
        }
        assertServes();
    }
}
