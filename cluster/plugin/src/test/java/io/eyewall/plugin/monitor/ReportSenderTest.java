package io.eyewall.plugin.monitor;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generators that are away, slow, or mean. */
class ReportSenderTest {
    private static final Duration LIMIT = Duration.ofMillis(500);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private static final String MOVED =
            OK.replace("200 OK", "302 Go\r\nLocation: http://127.0.0.1:1/");

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private final ServerSocket server;
    private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();

    ReportSenderTest() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    /** What a server does with a connection once the request's head was read. */
    @FunctionalInterface
    private interface Manners {
        void answer(Socket socket, OutputStream out) throws Exception;
    }

    private void serve(Manners manners) {
        Thread thread =
                new Thread(
                        () -> {
                            while (!server.isClosed()) {
                                try {
                                    Socket socket = server.accept();
                                    Thread one = new Thread(() -> serve(socket, manners));
                                    one.setDaemon(true);
                                    one.start();
                                } catch (IOException e) {
                                    return;
                                }
                            }
                        });
        thread.setDaemon(true);
        thread.start();
    }

    @SuppressWarnings("CatchingUnchecked") // the client has gone
    private void serve(Socket socket, Manners manners) {
        try (socket) {
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return;
                }
                head.append((char) next);
            }
            heads.add(head.toString());
            manners.answer(socket, socket.getOutputStream());
        } catch (Exception e) {
            // as above
        }
    }

    private ReportSender sender(Optional<Path> token) {
        return new ReportSender(
                URI.create("http://127.0.0.1:" + server.getLocalPort() + "/v1/loads"),
                token,
                LIMIT);
    }

    private void assertRefusedSoon(String message) {
        long startNs = System.nanoTime();
        assertThatThrownBy(() -> sender(Optional.empty()).send("{}"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
        assertThat(Duration.ofNanos(System.nanoTime() - startNs))
                .isLessThan(LIMIT.multipliedBy(10));
    }

    @Test
    void sendsTheTokenAsItIsNow() throws Exception {
        serve((socket, out) -> out.write(OK.getBytes(StandardCharsets.US_ASCII)));
        Path token = Files.writeString(folder.resolve("token"), " first\n");
        ReportSender sender = sender(Optional.of(token));
        sender.send("{}");
        assertThat(heads.take())
                .contains("POST /v1/loads")
                .contains("Authorization: Bearer first\r");
        Files.writeString(token, "second");
        sender.send("{}");
        assertThat(heads.take()).contains("Authorization: Bearer second\r");
        Files.writeString(token, "a\r\nb: c");
        assertThatThrownBy(() -> sender.send("{}")).hasMessageContaining("there is no token");
        Files.delete(token);
        assertThatThrownBy(() -> sender.send("{}")).isInstanceOf(IOException.class);
    }

    /** One that ends each connection after an answer, without having said so. */
    @Test
    void survivesConnectionsThatWereGivenUp() throws Exception {
        serve((socket, out) -> out.write(OK.getBytes(StandardCharsets.US_ASCII)));
        ReportSender sender = sender(Optional.empty());
        for (int i = 0; i < 20; i++) {
            sender.send("{}");
        }
    }

    @Test
    void saysWhatIsToBeDone() {
        serve((socket, out) -> write(out, "HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"));
        assertRefusedSoon("401: eyewall.generator.token.file must hold");
    }

    @Test
    void followsNobody() {
        serve((socket, out) -> write(out, MOVED));
        assertRefusedSoon("answered 302");
    }

    @Test
    void waitsForNobodyWhoIsAway() throws Exception {
        server.close();
        assertRefusedSoon("no answer");
    }

    @Test
    void waitsForNobodyWhoSaysNothing() {
        serve((socket, out) -> Thread.sleep(60_000));
        assertRefusedSoon("no answer");
    }

    @Test
    void waitsForNobodyWhoSpeaksWithoutEnd() {
        serve(
                (socket, out) -> {
                    write(out, "HTTP/1.1 200 OK\r\n\r\n");
                    byte[] block = new byte[1 << 16];
                    while (true) {
                        out.write(block);
                    }
                });
        assertRefusedSoon("no answer");
    }

    @Test
    void waitsForNobodyWhoDrips() {
        serve(
                (socket, out) -> {
                    write(out, "HTTP/1.1 200 OK\r\n");
                    while (true) {
                        write(out, "X");
                        Thread.sleep(20);
                    }
                });
        assertRefusedSoon("no answer");
    }

    @Test
    void doesNotMindNonsense() {
        serve((socket, out) -> write(out, "\u0000\u0001 nonsense\r\n\r\n"));
        assertRefusedSoon("no answer");
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }
}
