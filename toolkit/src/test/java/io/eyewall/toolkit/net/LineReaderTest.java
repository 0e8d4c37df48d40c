package io.eyewall.toolkit.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.Incoming;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LineReaderTest {
    private static final int PIECE = 1 << 20;
    private static final int MOST_PIECES = LineReader.MOST_BYTES / PIECE;

    @Test
    @Timeout(60)
    void aLineWithoutEndFillsNoMoreThanItsShareOfTheMemory() throws Exception {
        int port = freePort();
        LineReader reader =
                new LineReader(LineReader.Kind.TCP, "127.0.0.1", port, Decoder.text("value"));
        reader.open();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread endless = new Thread(() -> writeUntilClosed(client));
            endless.start();
            List<Incoming> pieces = new ArrayList<>();
            while (pieces.size() < MOST_PIECES) {
                pieces.addAll(reader.poll());
            }
            for (int i = 0; i < 20; i++) {
                Thread.sleep(10); // more would come now
                pieces.addAll(reader.poll());
            }
            assertThat(pieces).hasSize(MOST_PIECES);

            reader.done(pieces.get(0));
            while (pieces.size() <= MOST_PIECES) {
                pieces.addAll(reader.poll());
            }
        } finally {
            reader.close();
        }
    }

    private static void writeUntilClosed(Socket client) {
        try {
            OutputStream out = client.getOutputStream();
            byte[] noEnd = new byte[PIECE];
            while (true) {
                out.write(noEnd);
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
