package io.eyewall.toolkit.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.toolkit.failure.ConnectorException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Targets of lines. */
class LineTargetTest {
    /** The peer first reads nothing, then everything. */
    @Test
    @Timeout(60)
    void timesOutOnAReaderThatAcceptsNothing() throws Exception {
        byte[] much = new byte[64 << 20];
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            LineTarget.Connection target =
                    new LineTarget.Connection("127.0.0.1", server.getLocalPort(), 300);
            try (Socket reader = server.accept()) {
                assertThatThrownBy(() -> target.write(much))
                        .hasMessageEndingWith(
                                ":" + server.getLocalPort() + " has accepted no data for 300 ms");
                target.close();
                reader.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
            LineTarget.Connection other =
                    new LineTarget.Connection("127.0.0.1", server.getLocalPort(), 10_000);
            try (Socket reader = server.accept()) {
                Future<Long> read =
                        CompletableFuture.supplyAsync(
                                () -> {
                                    try {
                                        return reader.getInputStream()
                                                .transferTo(OutputStream.nullOutputStream());
                                    } catch (IOException e) {
                                        throw new UncheckedIOException(e);
                                    }
                                });
                other.write(much);
                other.close();
                assertThat(read.get()).isEqualTo(much.length);
            }
        }
    }

    @Test
    void reportsAFullDisk() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        LineTarget target = LineTarget.file(full, 0);

        assertThatThrownBy(() -> target.write("line\n".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ConnectorException.class)
                .hasMessage(
                        "/dev/full can't be written (No space left on device); some lines are missing");
    }
}
