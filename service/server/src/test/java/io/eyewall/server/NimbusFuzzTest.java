package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.thrift.TException;
import org.apache.storm.thrift.protocol.TBinaryProtocol;
import org.apache.storm.thrift.transport.TMemoryBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server's Thrift port, sent right calls, mutated ones, truncated and absurdly long frames and
 * noise, with seeds that stay: it neither hangs nor crashes, and keeps no connection, thread or
 * file.
 */
@Timeout(600)
@Tag("more")
class NimbusFuzzTest {
    private static final int CLIENTS = Boolean.getBoolean("eyewall.complete") ? 20_000 : 1_500;
    private static final int PATIENCE_MS = 20_000;

    /** JIT, logging and the first requests open some files for good. */
    private static final int FILES_FOR_GOOD = 20;

    private final List<byte[]> calls = new ArrayList<>();

    /** Writes one call. */
    private interface Ask {
        void of(Nimbus.Client client) throws TException;
    }

    private void add(Ask ask) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(256);
        try {
            ask.of(new Nimbus.Client(new TBinaryProtocol(buffer)));
        } catch (TException | RuntimeException e) {
            // There is no answer to what was written.
        }
        calls.add(Arrays.copyOf(buffer.getArray(), buffer.length()));
    }

    private void addAll() throws TException {
        add(client -> client.send_getClusterInfo());
        add(client -> client.send_getTopologySummaries());
        add(client -> client.send_getNimbusConf());
        add(client -> client.send_getTopologyInfo("nobody-1-1"));
        add(client -> client.send_getTopologyPageInfo("nobody-1-1", ":all-time", false));
        add(client -> client.send_getTopologyConf("nobody-1-1"));
        add(client -> client.send_killTopologyWithOpts("nobody", new KillOptions()));
        add(client -> client.send_rebalance("nobody", new RebalanceOptions()));
        add(client -> client.send_activate("nobody"));
        add(client -> client.send_isTopologyNameAllowed("a name"));
        add(client -> client.send_uploadChunk("/etc/passwd", ByteBuffer.wrap(new byte[100])));
        add(client -> client.send_finishFileUpload("../../x"));
        add(client -> client.send_listBlobs(""));
        add(client -> client.send_getBlobMeta("../x"));
        add(
                client ->
                        client.send_submitTopologyWithOpts(
                                "words",
                                "/nowhere.jar",
                                "{}",
                                Words.topology(),
                                new SubmitOptions(TopologyInitialStatus.ACTIVE)));
        assertThat(calls).allSatisfy(call -> assertThat(call.length).isGreaterThan(8));
    }

    @Test
    void survivesWhatItIsSent(@TempDir Path temp) throws Exception {
        addAll();
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            assertServes(server.nimbusPort());
            int filesBefore = openFiles();
            Random random = new Random(20_261_124);
            for (int i = 0; i < CLIENTS; i++) {
                send(server.nimbusPort(), bytes(random), random.nextInt(4) == 0);
                if (i % 100 == 0) {
                    assertServes(server.nimbusPort());
                }
            }
            assertServes(server.nimbusPort());
            assertThat(server.nimbus().runningTopologies()).isEmpty();
            assertThat(folder.topologies()).isEmpty();
            Await.nothing(
                    () -> {
                        int now = openFiles();
                        return now <= filesBefore + FILES_FOR_GOOD
                                ? ""
                                : now + " files are open, " + filesBefore + " were before";
                    });
        }
        Await.until(
                "all threads ended",
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(t -> t.getName().startsWith("eyewall-nimbus")));
    }

    /** 0 where the system does not say. */
    private static int openFiles() throws IOException {
        Path files = Path.of("/proc/self/fd");
        if (!Files.isDirectory(files)) {
            return 0;
        }
        try (var all = Files.list(files)) {
            return (int) all.count();
        }
    }

    private byte[] bytes(Random random) {
        byte[] call = calls.get(random.nextInt(calls.size())).clone();
        if (random.nextInt(3) > 0) { // noise
            for (int i = random.nextInt(6); i >= 0; i--) {
                call[random.nextInt(call.length)] = (byte) random.nextInt(256);
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int length =
                switch (random.nextInt(10)) {
                    case 0 -> random.nextInt();
                    case 1 -> random.nextInt(call.length);
                    case 2 -> call.length + random.nextInt(1 << 20);
                    default -> call.length;
                };
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        int sent = random.nextInt(8) == 0 ? random.nextInt(call.length) : call.length;
        bytes.write(call, 0, sent);
        return bytes.toByteArray();
    }

    /** Waits for an answer, or the end, where the port has all that was announced. */
    private static void send(int port, byte[] bytes, boolean hangsUp) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(bytes);
            int claimed = ByteBuffer.wrap(bytes).getInt();
            boolean isWhole = claimed < 0 || claimed <= bytes.length - Integer.BYTES;
            if (hangsUp || !isWhole || isOneWay(bytes)) {
                return;
            }
            DataInputStream in = new DataInputStream(socket.getInputStream());
            in.skipNBytes(in.readInt());
        } catch (EOFException | SocketException e) {
            // Cut off: an end, too.
        }
    }

    /** Noise may have made it a message that nobody answers. */
    private static boolean isOneWay(byte[] bytes) {
        return bytes.length < 8 || bytes[7] != 1;
    }

    private static void assertServes(int port) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MS);
            TMemoryBuffer buffer = new TMemoryBuffer(64);
            new Nimbus.Client(new TBinaryProtocol(buffer)).send_getTopologySummaries();
            byte[] frame = Arrays.copyOf(buffer.getArray(), buffer.length());
            socket.getOutputStream()
                    .write(
                            ByteBuffer.allocate(Integer.BYTES + frame.length)
                                    .putInt(frame.length)
                                    .put(frame)
                                    .array());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] answer = in.readNBytes(in.readInt());
            assertThat(new String(answer, StandardCharsets.ISO_8859_1))
                    .contains("getTopologySummaries");
        }
    }
}
