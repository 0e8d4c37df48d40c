package io.eyewall.connectors.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.kafka.KafkaTopics;
import io.eyewall.connectors.server.KafkaServer;
import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.connectors.server.RedisServer;
import io.eyewall.toolkit.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.StreamEntryID;

/**
 * Kills the process of a topology again and again, with SIGKILL. {@code -Deyewall.kills=N} asks for
 * another number of kills, {@code -Deyewall.kill.seed=N} for the same moments again.
 */
@Tag("complete")
@Timeout(300)
class ProcessKillTest {
    private static final int WORDS = 20_000;
    private static final int DISTINCT = 13;
    private static final int KILLS = Integer.getInteger("eyewall.kills", 2);
    private static final long SEED = Long.getLong("eyewall.kill.seed", System.nanoTime());

    private static List<String> words() {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            words.add("word" + i % DISTINCT);
        }
        return words;
    }

    private static Map<String, Long> expected() {
        Map<String, Long> counts = new TreeMap<>();
        words().forEach(word -> counts.merge(word, 1L, Long::sum));
        return counts;
    }

    @Test
    void wordsOfKafkaAreCountedOnceInADatabase(@TempDir Path kafka, @TempDir Path database)
            throws Exception {
        try (KafkaServer from = new KafkaServer(kafka);
                PostgresqlServer to = new PostgresqlServer(database)) {
            from.start();
            to.start();
            fill(from);
            create(to);
            kill(
                    io.eyewall.connectors.kill.Pipeline.KAFKA_TO_JDBC,
                    from.bootstrap(),
                    to.url(),
                    () -> counts(to).values().stream().mapToLong(Long::longValue).sum());
            assertThat(counts(to)).isEqualTo(expected());
        }
    }

    /** The moment that matters: the database has it, and nobody knows. */
    @Test
    void whatWasCommittedWithoutAnAckIsNotCountedTwice(@TempDir Path kafka, @TempDir Path database)
            throws Exception {
        try (KafkaServer from = new KafkaServer(kafka);
                PostgresqlServer to = new PostgresqlServer(database)) {
            from.start();
            to.start();
            fill(from);
            create(to);
            haltAfterCommits(
                    io.eyewall.connectors.kill.Pipeline.KAFKA_TO_JDBC, from.bootstrap(), to);
            assertThat(counts(to)).isEqualTo(expected());

            // At least once it would be: else this test could not fail.
            try (Connection connection = DriverManager.getConnection(to.url());
                    Statement statement = connection.createStatement()) {
                statement.execute("delete from counts");
            }
            try (KafkaTopics topics = new KafkaTopics(from.bootstrap())) {
                topics.write("words", words());
            }
            haltAfterCommits(
                    io.eyewall.connectors.kill.Pipeline.KAFKA_TO_JDBC_AT_LEAST_ONCE,
                    from.bootstrap(),
                    to);
            assertThat(total(to)).isGreaterThan(WORDS);
        }
    }

    private static void haltAfterCommits(
            io.eyewall.connectors.kill.Pipeline pipeline, String from, PostgresqlServer to)
            throws Exception {
        for (int commit : new int[] {6, 9, 14}) { // the first are of the tables
            try (KilledProcess process = KilledProcess.start(pipeline, from, to.url(), commit)) {
                assertThat(process.ends()).isTrue();
            }
        }
        try (KilledProcess process = KilledProcess.start(pipeline, from, to.url(), 0)) {
            Await.until("all are counted", () -> total(to) >= WORDS || !process.isAlive());
            awaitRest(() -> total(to));
        }
    }

    /** Until nothing more is written, in case that it is too much. */
    private static void awaitRest(Callable<Long> done) throws Exception {
        long before = -1;
        long now = done.call();
        while (now != before) {
            Thread.sleep(1000);
            before = now;
            now = done.call();
        }
    }

    @Test
    void messagesOfKafkaAreCopiedOnceToKafka(@TempDir Path folder) throws Exception {
        try (KafkaServer server = new KafkaServer(folder)) {
            server.start();
            fill(server);
            try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
                topics.create("copies");
                kill(
                        io.eyewall.connectors.kill.Pipeline.KAFKA_TO_KAFKA,
                        server.bootstrap(),
                        server.bootstrap(),
                        () -> (long) topics.read("copies").size());
                Map<String, Long> counts = new TreeMap<>();
                topics.read("copies").forEach(word -> counts.merge(word, 1L, Long::sum));
                assertThat(counts).isEqualTo(expected());
            }
        }
    }

    @Test
    void entriesOfRedisAreCountedOnceInADatabase(@TempDir Path redis, @TempDir Path database)
            throws Exception {
        try (RedisServer from = new RedisServer(redis);
                PostgresqlServer to = new PostgresqlServer(database)) {
            from.start();
            to.start();
            create(to);
            try (Jedis client = new Jedis(from.uri());
                    Pipeline pipeline = client.pipelined()) {
                words().forEach(
                                word ->
                                        pipeline.xadd(
                                                "words",
                                                StreamEntryID.NEW_ENTRY,
                                                Map.of("word", word)));
                pipeline.sync();
            }
            kill(
                    io.eyewall.connectors.kill.Pipeline.REDIS_STREAM_TO_JDBC,
                    from.uri(),
                    to.url(),
                    () -> total(to));
            assertThat(counts(to)).isEqualTo(expected());
        }
    }

    @Test
    void noElementOfAListIsLost(@TempDir Path folder) throws Exception {
        try (RedisServer server = new RedisServer(folder)) {
            server.start();
            try (Jedis client = new Jedis(server.uri())) {
                List<String> all = new ArrayList<>();
                for (int i = 0; i < WORDS; i++) {
                    all.add("element " + i);
                }
                client.rpush("words", all.toArray(new String[0]));
                kill(
                        io.eyewall.connectors.kill.Pipeline.REDIS_LIST_TO_LIST,
                        server.uri(),
                        server.uri(),
                        () -> (long) Set.copyOf(client.lrange("copies", 0, -1)).size());
                assertThat(client.lrange("copies", 0, -1)).containsAll(all);
            }
        }
    }

    private static void fill(KafkaServer server) throws Exception {
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
            topics.create("words");
            topics.write("words", words());
        }
    }

    private static void create(PostgresqlServer server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute("create table counts (word varchar(20) primary key, n bigint)");
        }
    }

    private static Map<String, Long> counts(PostgresqlServer server) throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select word, n from counts")) {
            while (rows.next()) {
                counts.put(rows.getString(1), rows.getLong(2));
            }
        }
        return counts;
    }

    private static long total(PostgresqlServer server) throws SQLException {
        return counts(server).values().stream().mapToLong(Long::longValue).sum();
    }

    /** Through kills at seeded moments to the end. */
    private static void kill(
            io.eyewall.connectors.kill.Pipeline pipeline,
            String from,
            String to,
            Callable<Long> done)
            throws Exception {
        System.out.println(pipeline + " -Deyewall.kill.seed=" + SEED);
        Random random = new Random(SEED);
        List<Long> reached = new ArrayList<>();
        for (int kill = 1; kill <= KILLS; kill++) {
            long before = done.call();
            long target = Math.min(before + 1 + random.nextInt(WORDS / (2 * KILLS)), WORDS - 1);
            try (KilledProcess process = KilledProcess.start(pipeline, from, to, 0)) {
                Await.until(
                        "it goes on from " + before + " to " + target,
                        () -> done.call() >= target || !process.isAlive());
                assertThat(process.isAlive()).as("it did not end by itself").isTrue();
                Thread.sleep(random.nextInt(30)); // to hit any moment
            }
            reached.add(done.call());
        }
        System.out.println(pipeline + " had written when it was killed: " + reached);
        assertThat(reached).as("killed in the middle").anyMatch(count -> count < WORDS);
        try (KilledProcess process = KilledProcess.start(pipeline, from, to, 0)) {
            Await.until("all is done", () -> done.call() >= WORDS || !process.isAlive());
            awaitRest(done);
        }
    }
}
