package io.eyewall.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.flame.FlameService;
import io.eyewall.control.log.LogService;
import io.eyewall.control.log.LogTail;
import io.eyewall.control.wire.Greeting;
import io.eyewall.control.wire.Request;
import io.eyewall.control.wire.WireJson;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A port that is sent right requests, wrong ones and noise: it answers the next, and keeps none.
 */
@Timeout(600)
@Tag("more")
class ControlFuzzTest {
    private static final int CLIENTS = Boolean.getBoolean("eyewall.complete") ? 8_000 : 1_000;

    private static final List<String> CALLS =
            List.of(
                    "topologies",
                    "metrics",
                    "plan",
                    "kill",
                    "rebalance",
                    "await",
                    "setDebug",
                    "nothing",
                    "",
                    PlacementService.NAME,
                    MoveService.NAME,
                    LogService.NAME,
                    FlameService.NAME);

    private static final List<Object> ARGUMENTS =
            List.of(
                    Map.of(),
                    Map.of("limit", "PT5S"),
                    Map.of("limit", -1),
                    Map.of("topology", "a", "cursor", "x:1:2", "lines", 10),
                    Map.of("topology", "a", "lines", Integer.MIN_VALUE),
                    Map.of("seconds", 0, "by", "COMPONENT"),
                    Map.of("seconds", 1e300),
                    Map.of("algorithm", "affinity", "parameters", Map.of("a", "b")),
                    Map.of("topology", "a", "task", 1, "core", -7),
                    List.of(1, 2, 3),
                    "text",
                    Map.of("executorCounts", Map.of("a", 1), "limit", "P9999999999D"));

    @Test
    void survivesWhatItIsSent() throws Exception {
        try (ShortFolder folder = ShortFolder.make();
                ControlPort port =
                        ControlPort.open(
                                folder.path().resolve("s"),
                                List::of,
                                Map.of(
                                        "echo",
                                        arguments -> arguments,
                                        PlacementService.NAME,
                                        new PlacementService(Optional::empty),
                                        MoveService.NAME,
                                        new MoveService(Optional::empty),
                                        FlameService.NAME,
                                        new FlameService(List::of),
                                        LogService.NAME,
                                        new LogService(
                                                id ->
                                                        Optional.of(
                                                                new LogTail(
                                                                        StandardCharsets
                                                                                .UTF_8)))))) {
            Random random = new Random(20_261_124);
            for (int i = 0; i < CLIENTS; i++) {
                send(port, bytes(random), random.nextInt(3) == 0);
            }
            JsonNode answer = ControlClient.connect(port.socket()).call("echo", Map.of("a", 1));
            assertThat(answer.path("a").asInt()).isEqualTo(1);
            RunningTopologyContract.await(ControlFuzzTest::hasNoClient);
        }
    }

    private static boolean hasNoClient() {
        return Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().matches("eyewall-control-\\d+"));
    }

    private static byte[] bytes(Random random) throws IOException {
        byte[] json =
                WireJson.bytes(
                        Map.of(
                                "version",
                                random.nextInt(10) == 0 ? 1 : Greeting.VERSION,
                                "call",
                                CALLS.get(random.nextInt(CALLS.size())),
                                "arguments",
                                ARGUMENTS.get(random.nextInt(ARGUMENTS.size()))),
                        Request.MAX_BYTES);
        if (random.nextBoolean()) { // noise
            for (int i = random.nextInt(4); i >= 0; i--) {
                json[random.nextInt(json.length)] = (byte) random.nextInt(256);
            }
        }
        int length =
                switch (random.nextInt(8)) {
                    case 0 -> random.nextInt();
                    case 1 -> random.nextInt(json.length);
                    default -> json.length;
                };
        int sent = random.nextInt(6) == 0 ? random.nextInt(json.length) : json.length;
        return ByteBuffer.allocate(Integer.BYTES + sent).putInt(length).put(json, 0, sent).array();
    }

    /** Reads to the end if all was sent; else goes away. */
    private static void send(ControlPort port, byte[] bytes, boolean hangsUp) throws IOException {
        try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(port.socket()))) {
            client.write(ByteBuffer.wrap(bytes));
            int claimed = ByteBuffer.wrap(bytes).getInt();
            boolean isWhole = claimed < 0 || claimed <= bytes.length - Integer.BYTES;
            ByteBuffer answer = ByteBuffer.allocate(1 << 16);
            while (!hangsUp && isWhole && client.read(answer.clear()) >= 0) {
                // until the port has said what it has to say
            }
        } catch (IOException e) {
            // Cut off: an end, too.
        }
    }
}
