package io.eyewall.nativetask.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.storm.grouping.Load;
import org.apache.storm.messaging.ConnectionWithStatus;
import org.apache.storm.messaging.ConnectionWithStatus.Status;
import org.apache.storm.messaging.IConnection;
import org.apache.storm.messaging.TaskMessage;
import org.apache.storm.messaging.netty.BackPressureStatus;
import org.apache.storm.messaging.netty.Context;
import org.apache.storm.serialization.KryoTupleDeserializer;
import org.apache.storm.serialization.KryoTupleSerializer;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Storm's real messaging ({@code netty.Context}) with a C++ process as its peer, both ways: as many
 * tuples as were sent, in their order, with their anchors; back pressure and load arrive.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("more")
final class StormWireTest {

    private static final Path PEER = Path.of("target", "native", "bin", "storm-peer");
    private static final int TUPLES = Boolean.getBoolean("eyewall.complete") ? 500_000 : 20_000;
    private static final int SOURCE = 2;
    private static final int TARGET = 3;
    private static final int BATCH = 1000;

    private final Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
    private final GeneralTopologyContext topology = topology(conf);
    private final Context context = new Context();
    private Process process;

    /** The same as in {@code storm_peer.cpp}. */
    private static final class Sum {
        private long sum;
        private long tuples;

        void add(String word, long count, long root) {
            long hash = 0;
            for (int i = 0; i < word.length(); i++) {
                hash = hash * 31 + word.charAt(i);
            }
            sum = sum * 31 + (hash ^ count ^ root);
            tuples++;
        }

        @Override
        public String toString() {
            return "%d %016x".formatted(tuples, sum);
        }
    }

    private static GeneralTopologyContext topology(Map<String, Object> conf) {
        var builder = new TopologyBuilder();
        builder.setSpout("spout", new TestWordSpout());
        return new GeneralTopologyContext(
                builder.createTopology(),
                conf,
                Map.of(SOURCE, "spout"),
                Map.of("spout", List.of(SOURCE)),
                Map.of("spout", Map.of("default", new Fields("word", "count"))),
                "topology");
    }

    @BeforeEach
    void needsThePeer() {
        assumeTrue(Files.isExecutable(PEER), () -> PEER + " was not built");
        context.prepare(conf);
    }

    @AfterEach
    void end() {
        context.term();
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private BufferedReader start(Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(PEER.toAbsolutePath().toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        return process.inputReader(StandardCharsets.UTF_8);
    }

    private static void await(BooleanSupplier condition, String what) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadlineNs);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void stormReceivesWhatCppSends() throws Exception {
        var deserializer = new KryoTupleDeserializer(conf, topology);
        var sum = new Sum();
        int port = freePort();
        IConnection server =
                context.bind(
                        "topology",
                        port,
                        batch -> {
                            synchronized (sum) {
                                batch.forEach(message -> add(sum, deserializer, message));
                            }
                        },
                        () -> new BackPressureStatus("here", new ArrayList<>(), new ArrayList<>()));
        BufferedReader output = start("send", "127.0.0.1", port, TARGET, TUPLES);
        String sent = output.readLine();
        await(
                () -> {
                    synchronized (sum) {
                        return sum.tuples >= TUPLES;
                    }
                },
                "all tuples arrive");
        server.close();
        synchronized (sum) {
            assertThat(sum).hasToString(sent);
        }
    }

    private static void add(Sum sum, KryoTupleDeserializer deserializer, TaskMessage message) {
        assertThat(message.task()).isEqualTo(TARGET);
        Tuple tuple = deserializer.deserialize(message.message());
        var anchors = tuple.getMessageId().getAnchorsToIds();
        long root = anchors.isEmpty() ? 0 : anchors.keySet().iterator().next();
        sum.add(tuple.getString(0), tuple.getLong(1), root);
    }

    @Test
    void cppReceivesWhatStormSends() throws Exception {
        BufferedReader output = start("receive", TUPLES);
        int port = Integer.parseInt(output.readLine());
        var remote = new AtomicBoolean[] {flag(), flag(), flag(), flag()};
        IConnection client = context.connect("topology", "127.0.0.1", port, remote);
        await(
                () -> ((ConnectionWithStatus) client).status() == Status.Ready,
                "the connection is there");
        // What the C++ side says first: task 1 takes no more, and how full queues are.
        await(remote[1]::get, "back pressure arrives");
        assertThat(remote[TARGET].get()).isFalse();
        await(() -> client.getLoad(List.of(1, 3)).size() == 2, "load arrives");
        Map<Integer, Load> loads = client.getLoad(List.of(1, 3));
        assertThat(loads.get(1).getBoltLoad()).isEqualTo(0.75);
        assertThat(loads.get(3).getBoltLoad()).isEqualTo(0.25);

        Sum sum = send(client);
        assertThat(output.readLine()).isEqualTo(sum.toString());
        assertThat(process.waitFor()).isZero();
    }

    private static AtomicBoolean flag() {
        return new AtomicBoolean();
    }

    private Sum send(IConnection client) {
        var serializer = new KryoTupleSerializer(conf, topology);
        var sum = new Sum();
        List<TaskMessage> batch = new ArrayList<>();
        for (long count = 0; count < TUPLES; count++) {
            String word = "word-" + count % 1000;
            long root = count % 3 == 0 ? count * 7 : 0;
            MessageId id =
                    count % 3 == 0
                            ? MessageId.makeId(Map.of(root, count))
                            : MessageId.makeUnanchored();
            var tuple =
                    new TupleImpl(
                            topology, new Values(word, count), "spout", SOURCE, "default", id);
            batch.add(new TaskMessage(TARGET, serializer.serialize(tuple)));
            sum.add(word, count, root);
            if (batch.size() == BATCH || count == TUPLES - 1) {
                client.send(batch.iterator());
                batch = new ArrayList<>();
            }
        }
        return sum;
    }
}
