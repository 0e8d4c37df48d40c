package io.eyewall.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.ports.HttpStream;
import io.eyewall.ports.PortLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class EventStreamsTest {
    private static final int MAX_CLIENTS = 50;
    private static final String GET =
            "GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";

    private static final List<ServerEvent> GREETING = List.of(new ServerEvent("state", "now"));

    private EventStreams events;
    private WebServer server;

    @BeforeEach
    void start() throws Exception {
        start(Duration.ofHours(1), GREETING);
    }

    private void start(Duration heartbeat, List<ServerEvent> greeting) throws Exception {
        events = new EventStreams(MAX_CLIENTS, heartbeat, () -> greeting);
        server =
                WebServer.start(
                        WebSettings.loopback(0).with(new PortLimits(100, 10_000, 1000, 1 << 20)),
                        List.of(WebRoute.api("/events", events)),
                        RequestListener.NONE);
    }

    @AfterEach
    void stop() {
        events.close();
        server.close();
    }

    /** Reads until a line has come. */
    private static void readUntil(BufferedReader reader, String wanted) throws IOException {
        String line = reader.readLine();
        while (!wanted.equals(line)) {
            assertThat(line).as("the stream ended before '" + wanted + "'").isNotNull();
            line = reader.readLine();
        }
    }

    private static BufferedReader reader(RawHttp client) throws IOException {
        return new BufferedReader(new InputStreamReader(client.in(), StandardCharsets.UTF_8));
    }

    @Test
    void aReaderIsToldTheStateAndThenWhatHappens() throws Exception {
        try (RawHttp client = new RawHttp(server.port())) {
            BufferedReader lines = reader(client.send(GET));
            readUntil(lines, "content-type: text/event-stream; charset=utf-8");
            readUntil(lines, "event: state");
            readUntil(lines, "data: now");

            events.publish(new ServerEvent("killed", "first line\nsecond\r\nthird"));

            readUntil(lines, "event: killed");
            assertThat(lines.readLine()).isEqualTo("data: first line");
            assertThat(lines.readLine()).isEqualTo("data: second");
            assertThat(lines.readLine()).isEqualTo("data: third");
            assertThat(lines.readLine()).isEmpty();
        }
        Await.until("forgotten", () -> events.clients() == 0);
    }

    @Test
    void silenceIsBrokenByAWord() throws Exception {
        stop();
        start(Duration.ofMillis(20), GREETING);
        try (RawHttp client = new RawHttp(server.port())) {
            BufferedReader lines = reader(client.send(GET));
            readUntil(lines, ":");
            readUntil(lines, ":");
        }
    }

    @Test
    void whatDoesNotFitIntoAGreetingIsLeftOut() throws Exception {
        stop();
        int most = EventStreams.MAX_INITIAL_STATE_BYTES;
        String threeBytesEach = "\u20ac".repeat(most / 3); // fewer characters than bytes
        start(
                Duration.ofHours(1),
                List.of(
                        new ServerEvent("first", "x".repeat(most / 2)),
                        new ServerEvent("long", threeBytesEach),
                        new ServerEvent("last", "x".repeat(most / 4))));
        try (RawHttp client = new RawHttp(server.port())) {
            BufferedReader lines = reader(client.send(GET));
            readUntil(lines, "event: first");
            String line = lines.readLine();
            while (!line.startsWith("event: ")) {
                line = lines.readLine();
            }
            assertThat(line).isEqualTo("event: last");
            readUntil(lines, "");
            assertThat(events.clients()).isEqualTo(1);
        }
    }

    @Test
    void whoDoesNotReadIsCutOff() throws Exception {
        try (RawHttp slow = new RawHttp(server.port());
                RawHttp quick = new RawHttp(server.port())) {
            slow.send(GET);
            BufferedReader lines = reader(quick.send(GET));
            Await.until("both read", () -> events.clients() == 2);
            String data = "x".repeat(100_000);
            for (int i = 0; events.clients() == 2; i++) {
                assertThat(i).as("events sent to one that doesn't read").isLessThan(1000);
                events.publish(new ServerEvent("large", data));
                readUntil(lines, "event: large");
            }
            assertThat(events.clients()).isEqualTo(1);
            events.publish(new ServerEvent("after", "x"));
            readUntil(lines, "event: after");
        }
        assertThat(HttpStream.MAX_WAITING_BYTES).isLessThan(10 << 20);
    }

    @Test
    void manyReadersCostNoThreads() throws Exception {
        List<RawHttp> clients = new ArrayList<>();
        try {
            for (int i = 0; i < MAX_CLIENTS; i++) {
                clients.add(new RawHttp(server.port()).send(GET));
            }
            Await.until("all read", () -> events.clients() == MAX_CLIENTS);
            long threads =
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("eyewall-web"))
                            .count();
            assertThat(threads).as("threads of the server").isLessThan(10);

            events.publish(new ServerEvent("all", "x"));
            for (RawHttp client : clients) {
                readUntil(reader(client), "event: all");
            }
            try (RawHttp more = new RawHttp(server.port())) {
                assertThat(
                                more.send(GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
                                        .readAll())
                        .startsWith("HTTP/1.1 503")
                        .contains("" + MAX_CLIENTS);
            }
        } finally {
            for (RawHttp client : clients) {
                client.close();
            }
        }
        Await.until("all forgotten", () -> events.clients() == 0);
    }

    @Test
    void closingEndsTheStreams() throws Exception {
        try (RawHttp client = new RawHttp(server.port())) {
            client.send(GET);
            Await.until("read", () -> events.clients() == 1);

            events.close();

            assertThat(client.readAll()).contains("text/event-stream");
        }
    }

    @Test
    void aNameIsNoLineOfItsOwn() {
        assertThatThrownBy(() -> new ServerEvent("a\ndata: b", ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ServerEvent("", "")).hasMessageContaining("letters");
    }

    @Test
    void onlyGetIsAStream() throws Exception {
        assertThat(RawHttp.ask(server.port(), "POST /events", "Host: localhost"))
                .startsWith("HTTP/1.1 405");
        assertThat(events.clients()).isZero();
    }
}
