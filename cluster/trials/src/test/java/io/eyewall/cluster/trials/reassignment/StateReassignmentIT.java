package io.eyewall.cluster.trials.reassignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.cluster.trials.TestLab;
import io.eyewall.lab.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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

/**
 * Moves state with its executors on real clusters, in a real Redis: afterwards all state must be
 * there, nothing twice, and no two workers may ever have had the same state open. {@code
 * -Deyewall.moves=10} for more moves.
 */
@Tag("complete")
class StateReassignmentIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** All workers at least once. */
    private static final int MOVES = Math.max(3, Integer.getInteger("eyewall.moves", 3));

    private static final long BETWEEN_MS = 3_000;

    @TempDir private Path root = Path.of(""); // until JUnit sets it

    private @Nullable RedisServer redis;

    @BeforeEach
    void startRedis() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        redis = RedisServer.start();
    }

    @AfterEach
    void endRedis() {
        if (redis != null) {
            redis.close();
        }
    }

    private Experiment start(RedisServer server) throws Exception {
        Experiment.Job job =
                new Experiment.Job(
                        "state",
                        StatefulTopology.class,
                        3,
                        List.of(Integer.toString(server.port())),
                        RedisServer.jars(root),
                        Map.of());
        return new Experiment(root, List.of(job), true, false);
    }

    private static void moves(Subject subject) throws Exception {
        for (int i = 0; i < MOVES; i++) {
            subject.moveWholly(i);
            Thread.sleep(BETWEEN_MS); // its slot is free again
        }
    }

    /** Returns the contents of Storm's states, of all tasks together. */
    private static Map<Long, Long> states(RedisServer server) {
        JedisPoolConfig config = RedisServer.config(server.port());
        Map<Long, Long> counts = new TreeMap<>();
        try (Jedis client = server.client()) {
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

    private static long[] position(Subject subject) throws IOException {
        String text = Files.readString(subject.journals().resolve("position"));
        return Stream.of(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    }

    @Test
    void storedStatesAreNeitherLostNorDoubledNorWrittenByTwo() throws Exception {
        RedisServer server = Objects.requireNonNull(redis, "startRedis");
        try (Experiment experiment = start(server)) {
            Subject subject = experiment.subject();
            TestLab.await("the first acks", LIMIT, () -> subject.acks() > 3_000);
            long fromMs = System.currentTimeMillis();
            moves(subject);
            Measured moved = subject.measured(fromMs);
            System.err.println(MOVES + " moves of states: " + moved);
            subject.stop("");
            TestLab.await(
                    "all to be acked",
                    LIMIT,
                    () -> {
                        long[] before = position(subject);
                        Thread.sleep(1_000);
                        long[] now = position(subject);
                        return now[1] == now[2] && now[2] == before[2];
                    });
            assertThat(moved.failed()).as("%s", moved).isZero();
            assertThat(moved.twice()).as("%s", moved).isZero();
            long numbers = position(subject)[2];
            assertThat(states(server)).isEqualTo(expected(numbers, StatefulTopology.KEYS));
            OpenedStates.in(subject.journals())
                    .assertNoneHadTwoWriters(
                            StatefulTopology.COUNTERS + 1); // the checkpoint spout's, too
            assertThat(moved.longestMs()).as("%s", moved).isLessThan(10_000);
        }
    }
}
