package io.eyewall.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ClientSession.TimeLimits;
import io.eyewall.control.ControlPort.Bounds;
import io.eyewall.control.wire.Answer;
import io.eyewall.control.wire.FrameChannel;
import io.eyewall.control.wire.Greeting;
import io.eyewall.control.wire.Request;
import io.eyewall.control.wire.WireJson;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever some clients do, others are answered. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class HostileClientsTest {
    private static final int CLIENTS = 4;
    private static final long LONG_NS = TimeUnit.MINUTES.toNanos(10);
    private static final TimeLimits PATIENT = new TimeLimits(LONG_NS, LONG_NS);

    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch waiting = new CountDownLatch(CLIENTS);
    private final List<SocketChannel> clients = new ArrayList<>();
    private ShortFolder folder;
    private ControlPort port;

    @BeforeEach
    void make() throws IOException {
        folder = ShortFolder.make();
    }

    @AfterEach
    void close() throws IOException {
        gate.countDown();
        for (SocketChannel client : clients) {
            client.close();
        }
        port.close();
        folder.close();
    }

    private void open(long heapBytes, TimeLimits times) throws IOException {
        port =
                ControlPort.open(
                        folder.path().resolve("s"),
                        List::of,
                        Map.of(
                                "long", arguments -> "x".repeat(900_000),
                                "echo", arguments -> arguments,
                                "close",
                                        arguments -> {
                                            new Thread(port::close).start();
                                            RunningTopologyContract.await(
                                                    () -> !Files.exists(port.socket()));
                                            return "closed";
                                        },
                                "wait",
                                        arguments -> {
                                            waiting.countDown();
                                            gate.await();
                                            return null;
                                        }),
                        new Bounds(CLIENTS, heapBytes, times));
    }

    private SocketChannel connect() throws IOException {
        SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(port.socket()));
        clients.add(client);
        return client;
    }

    private void ask(String call) throws IOException {
        byte[] json =
                WireJson.bytes(new Request(Greeting.VERSION, call, null, null), Request.MAX_BYTES);
        SocketChannel client = connect();
        client.write(ByteBuffer.allocate(4 + json.length).putInt(json.length).put(json).flip());
    }

    private void othersAreAnswered() throws IOException {
        JsonNode answer = ControlClient.connect(port.socket()).call("echo", Map.of("a", 1));
        assertThat(answer.path("a").asInt()).isEqualTo(1);
    }

    @Test
    void whoSaysNothingMakesRoomForOthers() throws IOException {
        open(1 << 24, PATIENT);
        for (int i = 0; i < 3 * CLIENTS; i++) {
            connect();
        }

        othersAreAnswered();
    }

    @Test
    void whoReadsNothingMakesRoomForOthers() throws IOException {
        open(2 << 20, PATIENT);
        for (int i = 0; i < 3 * CLIENTS; i++) {
            ask("long");
        }

        ControlClient client = ControlClient.connect(port.socket());

        assertThat(client.call("long", null).asText()).hasSize(900_000);
        othersAreAnswered();
    }

    @Test
    void whenAllAreBeingAnsweredTheNextIsTold() throws Exception {
        open(1 << 24, PATIENT);
        for (int i = 0; i < CLIENTS; i++) {
            ask("wait");
        }
        waiting.await();

        ControlClient client = ControlClient.connect(port.socket());

        assertThatThrownBy(client::topologies)
                .isInstanceOf(ControlException.class)
                .hasMessageContainingAll(
                        "process " + client.pid(), "too many other clients; try again");
        gate.countDown();
        RunningTopologyContract.await(() -> isAnswered(client));
    }

    private static boolean isAnswered(ControlClient client) {
        try {
            return client.topologies().isEmpty();
        } catch (ControlException busy) {
            return false;
        }
    }

    /** As somebody does who has had the process end. */
    @Test
    void whoHasAskedIsAnsweredBeforeTheEnd() throws IOException {
        open(1 << 24, PATIENT);

        assertThat(ControlClient.connect(port.socket()).call("close", null).asText())
                .isEqualTo("closed");
    }

    @Test
    void whoIsTooSlowIsSentAway() throws IOException {
        open(1 << 24, new TimeLimits(TimeUnit.MILLISECONDS.toNanos(50), LONG_NS));
        try (FrameChannel slow = new FrameChannel(connect(), false)) {
            long deadlineNs = System.nanoTime() + LONG_NS;
            slow.receive(Greeting.MAX_BYTES, deadlineNs);

            assertThatThrownBy(() -> slow.receive(Answer.MAX_BYTES, deadlineNs))
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void aClientDoesNotWaitForOneThatSaysNothing() throws IOException {
        open(1 << 24, PATIENT);
        try (FrameChannel channel = new FrameChannel(connect(), false)) {
            channel.receive(Greeting.MAX_BYTES, System.nanoTime() + LONG_NS);
            long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);

            assertThatThrownBy(() -> channel.receive(Answer.MAX_BYTES, deadlineNs))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void whateverIsSentIsAnsweredOrCutOff() throws IOException {
        open(1 << 24, PATIENT);
        Random random = new Random(7);
        byte[] good =
                WireJson.bytes(
                        new Request(Greeting.VERSION, "echo", null, null), Request.MAX_BYTES);
        for (int i = 0; i < 300; i++) {
            byte[] frame = good.clone();
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                frame[random.nextInt(frame.length)] = (byte) random.nextInt();
            }
            int said = random.nextInt(8) == 0 ? random.nextInt() : frame.length;
            int sent = random.nextInt(4) == 0 ? random.nextInt(frame.length) : frame.length;
            ByteBuffer bytes = ByteBuffer.allocate(4 + sent).putInt(said).put(frame, 0, sent);
            try (SocketChannel client = SocketChannel.open(address())) {
                client.write(bytes.flip());
                if (said == frame.length && sent == frame.length) {
                    FrameChannel channel = new FrameChannel(client, false);
                    long deadlineNs = System.nanoTime() + LONG_NS;
                    channel.receive(Greeting.MAX_BYTES, deadlineNs);
                    JsonNode answer = WireJson.tree(channel.receive(Answer.MAX_BYTES, deadlineNs));
                    assertThat(answer.has("value")).isTrue();
                    channel.close();
                }
            }
        }
        othersAreAnswered();
    }

    private UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(port.socket());
    }

    @Test
    void whatMakesNoSenseIsRefusedWithWhatIsExpected() throws IOException {
        open(1 << 24, PATIENT);
        ControlClient client = ControlClient.connect(port.socket());

        assertThatThrownBy(() -> client.call("nothing", null))
                .isInstanceOf(ControlException.class)
                .hasMessageContainingAll("no call 'nothing'", "echo");
        assertThatThrownBy(
                        () ->
                                client.ask(
                                        "kill",
                                        "no-1-2",
                                        null,
                                        Void.class,
                                        RunningTopologyContract.LIMIT))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("topology 'no-1-2' is not here any more");
        assertThatThrownBy(() -> client.call("echo", Map.of("a", "x".repeat(1 << 20))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 1048576 bytes");
    }

    @Test
    void anAnswerThatIsTooLongIsRefused() throws IOException {
        open(1 << 10, PATIENT);
        ControlClient client = ControlClient.connect(port.socket());
        port.close();
        port =
                ControlPort.open(
                        folder.path().resolve("s"),
                        List::of,
                        Map.of("huge", arguments -> "x".repeat(2 << 20)),
                        new Bounds(CLIENTS, 1 << 10, PATIENT));

        assertThatThrownBy(() -> ControlClient.connect(client.socket()).call("huge", null))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("more than 1048576 bytes of JSON");
    }
}
