package io.eyewall.cluster.trials.reassignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.cluster.lab.process.ProcessTable;
import io.eyewall.cluster.trials.TestLab;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.storm.redis.common.config.JedisPoolConfig;
import org.apache.storm.redis.state.RedisKeyValueState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * State that moves with executors on real clusters, in a real Redis: all of it is there afterwards,
 * nothing twice, and no two workers have it at a time. {@code -Deyewall.moves=10} for more moves.
 */
@Tag("complete")
class StateReassignmentIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** All workers at least once. */
    private static final int MOVES = Math.max(3, Integer.getInteger("eyewall.moves", 3));

    private static final long BETWEEN_MS = 3_000;

    /** Each stands for the jar that it is in. */
    private static final List<String> PROVIDER =
            List.of(
                    "org.apache.storm.redis.state.RedisKeyValueStateProvider",
                    "redis.clients.jedis.Jedis",
                    "redis.clients.authentication.core.Token",
                    "org.apache.commons.pool2.impl.GenericObjectPool",
                    "org.apache.commons.codec.binary.Base64",
                    "org.json.JSONObject",
                    "com.google.gson.Gson",
                    "com.google.common.primitives.UnsignedBytes",
                    "com.fasterxml.jackson.databind.ObjectMapper",
                    "com.fasterxml.jackson.core.JsonFactory",
                    "com.fasterxml.jackson.annotation.JsonAutoDetect");

    @TempDir private Path root = Path.of(""); // until JUnit sets it

    private @Nullable Process redis;
    private int port;

    @BeforeEach
    void startRedis() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try {
            redis =
                    new ProcessBuilder(command())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException e) {
            assumeTrue(false, "no redis-server: " + e.getMessage());
        }
        TestLab.await("Redis", LIMIT, this::answers);
    }

    private List<String> command() {
        return List.of("redis-server", "--bind", "127.0.0.1", "--save", "", "--port", "" + port);
    }

    private boolean answers() {
        try (Jedis client = new Jedis("127.0.0.1", port)) {
            return client.ping() != null;
        } catch (JedisConnectionException e) {
            return false;
        }
    }

    @AfterEach
    void endRedis() throws Exception {
        if (redis != null) {
            redis.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    private Experiment start(Class<?> main) throws Exception {
        List<Path> jars = new ArrayList<>();
        for (String each : PROVIDER) {
            jars.add(TestLab.jar(Class.forName(each), root));
        }
        List<String> more = List.of(Integer.toString(port));
        return new Experiment(root, new Experiment.Job(main, more, jars), true, false);
    }

    private static void moves(Experiment experiment) throws Exception {
        for (int i = 0; i < MOVES; i++) {
            experiment.moveWholly(i % Experiment.WORKERS);
            Thread.sleep(BETWEEN_MS); // its slot is free again
        }
    }

    /** What Storm's states say, all tasks together. */
    private Map<Long, Long> states() {
        JedisPoolConfig config =
                new JedisPoolConfig.Builder().setHost("127.0.0.1").setPort(port).build();
        Map<Long, Long> counts = new TreeMap<>();
        try (Jedis client = new Jedis("127.0.0.1", port)) {
            for (String name : client.keys(StatefulTopology.COUNTER + "-*")) {
                if (!name.contains("$")) { // of a transaction
                    RedisKeyValueState<Long, Long> state = new RedisKeyValueState<>(name, config);
                    for (long key = 0; key < StatefulTopology.KEYS; key++) {
                        long count = state.get(key, 0L);
                        if (count > 0) {
                            counts.merge(key, count, Long::sum);
                        }
                    }
                }
            }
        }
        return counts;
    }

    private static Map<Long, Long> expected(long numbers, int keys) {
        Map<Long, Long> counts = new TreeMap<>();
        for (long number = 0; number < numbers; number++) {
            counts.merge(number % keys, 1L, Long::sum);
        }
        return counts;
    }

    private static long[] position(Experiment experiment) throws IOException {
        String text = Files.readString(experiment.journals().resolve("position"));
        return Stream.of(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    }

    @Test
    void storedStatesAreNeitherLostNorDoubledNorWrittenByTwo() throws Exception {
        try (Experiment experiment = start(StatefulTopology.class)) {
            TestLab.await("the first acks", LIMIT, () -> experiment.acks() > 3_000);
            long fromMs = System.currentTimeMillis();
            moves(experiment);
            Measured moved = experiment.measured(fromMs);
            System.err.println(MOVES + " moves of states: " + moved);
            experiment.stop("");
            TestLab.await(
                    "all to be acked",
                    LIMIT,
                    () -> {
                        long[] before = position(experiment);
                        Thread.sleep(1_000);
                        long[] now = position(experiment);
                        return now[1] == now[2] && now[2] == before[2];
                    });
            assertThat(moved.failed()).as("%s", moved).isZero();
            assertThat(moved.twice()).as("%s", moved).isZero();
            long numbers = position(experiment)[2];
            assertThat(states()).isEqualTo(expected(numbers, StatefulTopology.KEYS));
            assertNoStateHadTwoWriters(experiment.journals());
            assertThat(moved.longestMs()).as("%s", moved).isLessThan(10_000);
        }
    }

    /** Who opens a state finds that whoever had it before writes no more. */
    private static void assertNoStateHadTwoWriters(Path journals) throws IOException {
        Map<String, TreeMap<Long, Long>> lives = new HashMap<>();
        List<Path> files;
        try (Stream<Path> all = Files.list(journals)) {
            files = all.filter(each -> each.getFileName().toString().startsWith("state~")).toList();
        }
        for (Path file : files) {
            List<String> lines = Files.readAllLines(file);
            long opened = Long.parseLong(lines.get(0).split(" ", -1)[1]);
            long last = Long.parseLong(lines.get(lines.size() - 1).split(" ", -1)[1]);
            String namespace = file.getFileName().toString().split("~", -1)[1];
            lives.computeIfAbsent(namespace, name -> new TreeMap<>()).put(opened, last);
        }
        assertThat(lives).hasSize(StatefulTopology.COUNTERS + 1); // the checkpoint spout's, too
        lives.forEach(
                (namespace, spans) -> {
                    assertThat(spans.size()).as(namespace).isGreaterThan(1);
                    long last = 0;
                    for (Map.Entry<Long, Long> span : spans.entrySet()) {
                        assertThat(span.getKey()).as("%s %s", namespace, spans).isGreaterThan(last);
                        last = span.getValue();
                    }
                });
    }
}
