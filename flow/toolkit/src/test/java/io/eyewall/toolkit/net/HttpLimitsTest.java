package io.eyewall.toolkit.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.Incoming;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that are slow, greedy, or too numerous. */
class HttpLimitsTest {
    private static final long LONG_MS = 600_000;
    private static final long SHORT_MS = 50;
    private static final String POST = "POST / HTTP/1.1\r\nHost: x\r\n";

    private final List<Socket> sockets = new ArrayList<>();
    private HttpReader reader = reader(HttpLimits.DEFAULT, 10);

    private static HttpReader reader(HttpLimits limits, int most) {
        return new HttpReader("127.0.0.1", 0, Decoder.text("value"), "", most, limits);
    }

    private void open(HttpLimits limits, int most) throws Exception {
        reader = reader(limits, most);
        reader.open();
    }

    private static HttpLimits limits(
            int connections, long headerMs, long bodyMs, long idleMs, long answerMs) {
        return new HttpLimits(connections, headerMs, bodyMs, idleMs, answerMs, 1000, 1000);
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        reader.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), reader.port());
        socket.setSoTimeout(60_000);
        sockets.add(socket);
        return socket;
    }

    private Socket send(String text) throws IOException {
        Socket socket = connect();
        write(socket, text);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Returns everything that the server sends until it closes the connection. */
    private static String all(Socket socket) throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException e) {
            return ""; // closed before the server read everything
        }
    }

    private static String status(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int each = in.read();
            if (each < 0) {
                return "closed";
            }
            head.append((char) each);
        }
        return head.substring(9, 12);
    }

    private String take() throws Exception {
        List<Incoming> messages = new ArrayList<>();
        Await.until(
                "a message",
                () -> {
                    messages.addAll(reader.poll());
                    return !messages.isEmpty();
                });
        reader.done(messages.get(0));
        return (String) messages.get(0).values().get(0);
    }

    private static String post(String body) {
        return POST + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void disconnectsClientsWithSlowHeaders() throws Exception {
        open(limits(10, SHORT_MS, LONG_MS, LONG_MS, LONG_MS), 10);
        assertThat(all(send("POST / HT"))).isEmpty();
        assertThat(all(connect())).isEmpty();
    }

    @Test
    void disconnectsClientsWithSlowBodies() throws Exception {
        open(limits(10, LONG_MS, SHORT_MS, LONG_MS, LONG_MS), 10);
        assertThat(all(send(POST + "Content-Length: 9\r\n\r\nabc"))).isEmpty();
        assertThat(all(send(POST + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"))).isEmpty();
    }

    @Test
    void disconnectsIdleClients() throws Exception {
        open(limits(10, LONG_MS, LONG_MS, SHORT_MS, LONG_MS), 10);
        Socket socket = send(post("first"));
        assertThat(take()).isEqualTo("first");
        assertThat(status(socket)).isEqualTo("200");
        assertThat(all(socket)).isEmpty();
    }

    @Test
    void answersMessagesThatAreNotDoneInTime() throws Exception {
        open(limits(10, LONG_MS, LONG_MS, LONG_MS, SHORT_MS), 1);
        Socket socket = send(post("lost"));
        assertThat(status(socket)).isEqualTo("504");
        write(socket, post("next"));
        assertThat(status(socket)).as("there is room again").isEqualTo("504");
    }

    /** Otherwise repeated posts would fill the memory while no message is polled. */
    @Test
    void forgetsMessagesThatAreNotPolledInTime() throws Exception {
        open(limits(10, LONG_MS, LONG_MS, LONG_MS, SHORT_MS), 2);
        for (String body : List.of("a", "b", "c")) {
            assertThat(status(send(post(body)))).isEqualTo("504");
        }
        assertThat(reader.poll()).isEmpty();
    }

    private boolean hasRoom() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), reader.port())) {
            write(socket, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            return all(socket).contains(" 405 ");
        }
    }

    /** The message is still in flight, whatever its client was told. */
    @Test
    void keepsThePermitOfAnExpiredMessageInFlight() throws Exception {
        open(limits(10, LONG_MS, LONG_MS, LONG_MS, 500), 1);
        Socket first = send(post("first"));
        List<Incoming> taken = new ArrayList<>();
        Await.until("it is there", () -> taken.addAll(reader.poll()));
        assertThat(status(first)).isEqualTo("504");
        assertThat(status(send(post("second")))).isEqualTo("503");
        reader.done(taken.get(0));
        Socket third = send(post("third"));
        assertThat(take()).isEqualTo("third");
        assertThat(status(third)).isEqualTo("200");
    }

    @Test
    void answersAClientThatHasClosedItsOutput() throws Exception {
        open(limits(10, LONG_MS, LONG_MS, LONG_MS, LONG_MS), 10);
        Socket socket = send(post("x"));
        socket.shutdownOutput();
        assertThat(take()).isEqualTo("x");
        assertThat(all(socket)).startsWith("HTTP/1.1 200 ");

        Socket several = send(post("a") + post("b") + POST + "Content-Length: 9\r\n\r\nabc");
        several.shutdownOutput();
        assertThat(take()).isEqualTo("a");
        assertThat(take()).isEqualTo("b");
        assertThat(all(several)).containsOnlyOnce("\r\n\r\nHTTP/1.1 200 ");
        assertThat(reader.poll()).isEmpty();
    }

    @Test
    void releasesThePermitOfAClientThatIsGone() throws Exception {
        open(limits(1, LONG_MS, LONG_MS, LONG_MS, LONG_MS), 1);
        for (int i = 0; i < 5; i++) {
            Socket socket = send(post("x"));
            List<Incoming> taken = new ArrayList<>();
            Await.until("it is there", () -> taken.addAll(reader.poll()));
            socket.setSoLinger(true, 0); // close sends RST
            socket.close();
            reader.done(taken.get(0));
            Await.until("there is room", this::hasRoom);
        }
    }

    @Test
    void servesOthersWhileClientsAreSlow() throws Exception {
        open(limits(100, LONG_MS, LONG_MS, LONG_MS, LONG_MS), 10);
        for (int i = 0; i < 99; i++) {
            send(i % 2 == 0 ? "POST / HT" : POST + "Content-Length: 9\r\n\r\nabc");
        }
        Socket fast = send(post("fast"));
        assertThat(take()).isEqualTo("fast");
        assertThat(status(fast)).isEqualTo("200");
        assertThat(all(connect())).as("one too many").isEmpty();
        write(fast, post("again"));
        assertThat(take()).isEqualTo("again");
        assertThat(status(fast)).isEqualTo("200");
    }

    @Test
    void admitsAClientAfterAnotherHasDisconnected() throws Exception {
        open(limits(1, LONG_MS, LONG_MS, LONG_MS, LONG_MS), 10);
        connect().close();
        Await.until(
                "room",
                () -> {
                    Socket socket = send(post("x"));
                    socket.setSoTimeout(100);
                    boolean isServed = !reader.poll().isEmpty();
                    socket.close();
                    return isServed;
                });
    }

    @Test
    void rejectsLargeBodiesWithoutKeepingThem() throws Exception {
        open(limits(10, LONG_MS, LONG_MS, LONG_MS, LONG_MS), 10);
        assertThat(all(send(POST + "X: " + "x".repeat(2000) + "\r\n\r\n"))).contains(" 400 ");
        assertThat(all(send("POST /" + "x".repeat(2000) + " HTTP/1.1\r\n\r\n"))).contains(" 400 ");
        assertThat(status(send(post("x".repeat(1001))))).isEqualTo("413");
        Socket chunked = send(POST + "Transfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 3; i++) {
            write(chunked, "190\r\n" + "x".repeat(400) + "\r\n");
        }
        write(chunked, "0\r\n\r\n");
        assertThat(status(chunked)).isEqualTo("413");
        assertThat(all(send(POST + "Expect: 100-continue\r\nContent-Length: 9999\r\n\r\n")))
                .contains(" 413 ")
                .doesNotContain(" 100 ");
        assertThat(reader.poll()).isEmpty();
    }

    @Test
    void answersPipelinedRequestsInOrder() throws Exception {
        open(limits(10, LONG_MS, LONG_MS, LONG_MS, LONG_MS), 1);
        Socket socket = send(post("a") + post("b"));
        assertThat(take()).isEqualTo("a");
        assertThat(take()).isEqualTo("b");
        assertThat(status(socket)).isEqualTo("200");
        assertThat(status(socket)).isEqualTo("200");
        Socket waits = send(post("c"));
        Await.until("it is there", () -> !reader.poll().isEmpty());
        assertThat(status(send(post("d")))).as("one may wait").isEqualTo("503");
        waits.close();
    }

    @Test
    void rejectsOtherMethodsThanPost() throws Exception {
        open(limits(10, LONG_MS, LONG_MS, LONG_MS, LONG_MS), 1);
        assertThat(status(send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))).isEqualTo("405");
        assertThat(all(send("POST / HTTP/x\r\n\r\n"))).contains(" 400 ");
    }
}
