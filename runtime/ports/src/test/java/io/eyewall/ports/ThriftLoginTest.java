package io.eyewall.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.security.auth.sasl.SimpleSaslClientCallbackHandler;
import org.apache.storm.thrift.transport.TSaslClientTransport;
import org.apache.storm.thrift.transport.TSocket;
import org.apache.storm.thrift.transport.TTransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a Thrift port with a password, with Thrift's own SASL client and with misbehaving ones. */
@Timeout(60)
class ThriftLoginTest {
    private static final String PASSWORD = "correct-horse-battery-staple";
    private static final long PATIENCE_MS = 500;
    private static final int READ_LIMIT_MS = 30_000;
    private static final PortLimits LIMITS = new PortLimits(16, PATIENCE_MS, 4_096, 1 << 20);

    private final IoThreads threads = new IoThreads("login-test");
    private final AtomicInteger asked = new AtomicInteger();
    private final TcpPort port;

    /** Opens a port whose service echoes messages. */
    ThriftLoginTest() throws PortTakenException {
        port =
                ThriftPort.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        threads,
                        LIMITS,
                        new PasswordLogin(PASSWORD),
                        message -> {
                            asked.incrementAndGet();
                            return CompletableFuture.completedFuture(message);
                        });
    }

    @AfterEach
    void close() {
        port.close();
        threads.close();
    }

    private TSaslClientTransport client(String password) throws Exception {
        return new TSaslClientTransport(
                "DIGEST-MD5",
                null,
                "storm_thrift_server",
                "by-any-name.example",
                Map.of(),
                new SimpleSaslClientCallbackHandler("somebody", password),
                new TSocket("127.0.0.1", port.port(), READ_LIMIT_MS));
    }

    private static String ask(TSaslClientTransport client, String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        client.write(bytes);
        client.flush();
        byte[] answer = new byte[bytes.length];
        client.readAll(answer, 0, answer.length);
        return new String(answer, StandardCharsets.UTF_8);
    }

    @Test
    void whoKnowsThePasswordIsAnsweredForAsLongAsItLikes() throws Exception {
        try (TSaslClientTransport client = client(PASSWORD)) {
            client.open();
            assertThat(ask(client, "first")).isEqualTo("first");
            Thread.sleep(3 * PATIENCE_MS); // a rest, longer than a login or a request may take
            assertThat(ask(client, "second")).isEqualTo("second");
        }
    }

    @Test
    void aWrongPasswordIsRefusedAndSaysSo() throws Exception {
        try (TSaslClientTransport client = client(PASSWORD + "x")) {
            assertThatThrownBy(client::open)
                    .isInstanceOf(TTransportException.class)
                    .hasMessageContaining("wrong password");
        }
        assertThat(asked).hasValue(0);
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port());
        socket.setSoTimeout(READ_LIMIT_MS);
        return socket;
    }

    private static byte[] message(int status, byte[] text) {
        return ByteBuffer.allocate(5 + text.length)
                .put((byte) status)
                .putInt(text.length)
                .put(text)
                .array();
    }

    private static byte[] start(String mechanism) {
        return message(1, mechanism.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns all bytes until the server closes the connection; fails if it does not. */
    private static byte[] rest(Socket socket) throws IOException {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (SocketException e) { // reset: closed, too
            return new byte[0];
        }
    }

    @Test
    void aHandshakeThatIsNotGoneOnWithIsCutOff() throws Exception {
        byte[] begin = start("DIGEST-MD5");
        for (int sent : List.of(0, 1, 3, begin.length - 1, begin.length)) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(begin, 0, sent);
                long beginNs = System.nanoTime();
                rest(socket);
                assertThat(System.nanoTime() - beginNs).isLessThan(READ_LIMIT_MS * 1_000_000L);
            }
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void oneThatSendsAByteNowAndThenIsCutOff() throws Exception {
        try (Socket socket = connect()) {
            assertThatThrownBy(
                            () -> {
                                while (true) {
                                    socket.getOutputStream().write(message(1, new byte[0]), 0, 1);
                                    Thread.sleep(PATIENCE_MS / 5);
                                }
                            })
                    .isInstanceOf(SocketException.class);
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void whoSpeaksThriftAtOnceIsRefused() throws Exception {
        try (Socket socket = connect()) {
            byte[] call = new byte[100];
            socket.getOutputStream()
                    .write(ByteBuffer.allocate(104).putInt(call.length).put(call).array());
            rest(socket);
        }
        for (String mechanism : List.of("PLAIN", "ANONYMOUS", "GSSAPI", "")) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(start(mechanism));
                DataInputStream in = new DataInputStream(socket.getInputStream());
                assertThat(in.readByte()).as(mechanism).isEqualTo((byte) 3);
                assertThat(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8))
                        .contains("DIGEST-MD5");
                assertThat(in.read()).isEqualTo(-1);
            }
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void claimingToBeCompleteIsNoWayIn() throws Exception {
        for (int status : new int[] {2, 3, 4, 5, 0, 77}) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(start("DIGEST-MD5"));
                socket.getOutputStream().write(message(2, new byte[0]));
                DataInputStream in = new DataInputStream(socket.getInputStream());
                assertThat(in.readByte()).isEqualTo((byte) 2);
                in.skipNBytes(in.readInt());
                socket.getOutputStream().write(message(status, new byte[0]));
                socket.getOutputStream().write(message(0, new byte[8])); // a frame, say
                rest(socket);
            }
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void noiseIsNoWayInAndLeavesThePortServing() throws Exception {
        Random random = new Random(20_261_125);
        for (int i = 0; i < 300; i++) {
            try (Socket socket = connect()) {
                byte[] noise = new byte[random.nextInt(200)];
                random.nextBytes(noise);
                if (random.nextBoolean()) {
                    socket.getOutputStream().write(start("DIGEST-MD5"));
                }
                socket.getOutputStream().write(noise);
            } catch (SocketException e) {
                // Disconnected while it was sending.
            }
        }
        assertThat(asked).hasValue(0);
        whoKnowsThePasswordIsAnsweredForAsLongAsItLikes();
    }

    @Test
    void noTextHasThePassword() {
        assertThat(new PasswordLogin(PASSWORD).toString()).doesNotContain(PASSWORD);
    }
}
