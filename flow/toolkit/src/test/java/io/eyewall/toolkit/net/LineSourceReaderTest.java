package io.eyewall.toolkit.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.Incoming;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LineSourceReaderTest {
    private static final int PIECE = 1 << 20;
    private static final int MAX_PIECES = LineSourceReader.MAX_UNDONE_BYTES / PIECE;

    @Test
    @Timeout(60)
    void limitsTheMemoryOfUnterminatedLines() throws Exception {
        int port = freePort();
        LineSourceReader reader = reader(port, Duration.ofMinutes(1));
        reader.open();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread endless = new Thread(() -> writeUntilClosed(client));
            endless.start();
            List<Incoming> pieces = new ArrayList<>();
            while (pieces.size() < MAX_PIECES) {
                pieces.addAll(reader.poll());
            }
            for (int i = 0; i < 20; i++) {
                Thread.sleep(10); // time for further lines to arrive
                pieces.addAll(reader.poll());
            }
            assertThat(pieces).hasSize(MAX_PIECES);

            reader.done(pieces.get(0));
            while (pieces.size() <= MAX_PIECES) {
                pieces.addAll(reader.poll());
            }
        } finally {
            reader.close();
        }
    }

    private static LineSourceReader reader(int port, Duration idleLimit) {
        return new LineSourceReader(
                LineSourceReader.Kind.TCP, "127.0.0.1", port, Decoder.text("value"), idleLimit);
    }

    /** A silent client keeps its place as long as no other client waits. */
    @Test
    @Timeout(60)
    void disconnectsSilentClientsForWaitingOnes() throws Exception {
        int port = freePort();
        LineSourceReader reader = reader(port, Duration.ofMillis(300));
        reader.open();
        List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                Socket quiet = new Socket(InetAddress.getLoopbackAddress(), port);
                quiet.getOutputStream().write('\n');
                clients.add(quiet);
            }
            assertThat(lines(reader, 64)).as("all are served").containsOnly("");
            Thread.sleep(500); // no client waits
            clients.get(0).getOutputStream().write("still here\n".getBytes(UTF_8));
            assertThat(lines(reader, 1)).containsExactly("still here");

            Socket other = new Socket(InetAddress.getLoopbackAddress(), port);
            clients.add(other);
            other.getOutputStream().write("at last\n".getBytes(UTF_8));
            assertThat(lines(reader, 1)).containsExactly("at last");
            clients.get(0).getOutputStream().write("and still\n".getBytes(UTF_8));
            assertThat(lines(reader, 1)).as("another was quieter").containsExactly("and still");
        } finally {
            reader.close();
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static List<Object> lines(LineSourceReader reader, int count) throws Exception {
        List<Object> lines = new ArrayList<>();
        while (lines.size() < count) {
            for (Incoming line : reader.poll()) {
                lines.add(line.values().get(0));
            }
        }
        return lines;
    }

    private static void writeUntilClosed(Socket client) {
        try {
            OutputStream out = client.getOutputStream();
            byte[] noEnd = new byte[PIECE];
            while (true) {
                out.write(noEnd);
            }
        } catch (IOException e) {
            // The test has closed the socket.
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
