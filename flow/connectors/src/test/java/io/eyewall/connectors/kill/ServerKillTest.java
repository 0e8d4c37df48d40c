package io.eyewall.connectors.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.jdbc.Database;
import io.eyewall.connectors.jdbc.JdbcSink;
import io.eyewall.connectors.jdbc.JdbcSource;
import io.eyewall.connectors.kafka.KafkaSink;
import io.eyewall.connectors.kafka.KafkaSource;
import io.eyewall.connectors.kafka.KafkaTopics;
import io.eyewall.connectors.mqtt.MqttMessages;
import io.eyewall.connectors.mqtt.MqttSink;
import io.eyewall.connectors.mqtt.MqttSource;
import io.eyewall.connectors.redis.RedisSink;
import io.eyewall.connectors.redis.RedisSource;
import io.eyewall.connectors.s3.S3Bucket;
import io.eyewall.connectors.s3.S3Source;
import io.eyewall.connectors.server.KafkaServer;
import io.eyewall.connectors.server.MqttServer;
import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.connectors.server.RedisServer;
import io.eyewall.connectors.server.S3Server;
import io.eyewall.connectors.server.Server;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.file.Compression;
import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.source.SourceSpout;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The topology starts before its server, sees it die by SIGKILL in the middle, and come back; it
 * copies all that is there, once where that is promised.
 */
@Tag("complete")
@Timeout(180)
class ServerKillTest {
    private static final int COUNT = 4_000;
    private static final Duration SOON = Duration.ofMillis(50);

    private static List<String> values(int from, int to) {
        List<String> values = new ArrayList<>();
        for (int i = from; i < to; i++) {
            values.add("value " + i);
        }
        return values;
    }

    private static StormTopology copy(SourceSpout in, SinkBolt out) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", in, 2);
        builder.setBolt("out", out, 2).fieldsGrouping("in", new Fields("value"));
        return builder.createTopology();
    }

    /** What a test does with a server. */
    private interface Steps {
        /** Fills what is read; the server has just been started. */
        void fill() throws Exception;

        /** How many different values are there. */
        Set<String> copied() throws Exception;
    }

    private static void killInTheMiddle(Server server, StormTopology topology, Steps steps)
            throws Exception {
        Run.topology(
                topology,
                () -> {
                    Thread.sleep(1500); // it finds nobody
                    server.start();
                    steps.fill();
                    Await.until("some are copied", () -> !steps.copied().isEmpty());
                    server.kill();
                    Thread.sleep(500);
                    server.start();
                    Await.until("all are copied", () -> steps.copied().size() == COUNT);
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void kafka(@TempDir Path folder) throws Exception {
        try (KafkaServer server = new KafkaServer(folder)) {
            StormTopology topology =
                    copy(
                            KafkaSource.of(server.bootstrap(), "copy", "in").withPosition().build(),
                            KafkaSink.of(server.bootstrap(), "out")
                                    .batch(20, SOON)
                                    .exactlyOnce("copy", "position")
                                    .build());
            List<String> seen = new ArrayList<>();
            killInTheMiddle(
                    server,
                    topology,
                    new Steps() {
                        @Override
                        public void fill() throws Exception {
                            try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
                                topics.create("in", "out");
                                topics.write("in", values(0, COUNT));
                            }
                        }

                        @Override
                        public Set<String> copied() {
                            try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
                                seen.clear();
                                seen.addAll(topics.read("out"));
                                return Set.copyOf(seen);
                            }
                        }
                    });
            assertThat(seen).as("each once").hasSize(COUNT);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void database(@TempDir Path folder) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            execute(server, "create table numbers (id bigint primary key, value varchar(20))");
            execute(server, "create table copies (value varchar(20))");
            server.kill();
            StormTopology topology =
                    copy(
                            JdbcSource.of(
                                            Database.of(server.url()),
                                            "numbers",
                                            "select id, value from numbers",
                                            "id",
                                            "value")
                                    .withPosition()
                                    .pollEvery(SOON)
                                    .build(),
                            JdbcSink.insert(Database.of(server.url()), "copies", "value")
                                    .batch(20, SOON)
                                    .exactlyOnce("copies", "position")
                                    .build());
            List<String> seen = new ArrayList<>();
            killInTheMiddle(
                    server,
                    topology,
                    new Steps() {
                        @Override
                        public void fill() throws Exception {
                            execute(
                                    server,
                                    "insert into numbers select i, 'value ' || i"
                                            + " from generate_series(0, "
                                            + (COUNT - 1)
                                            + ") i");
                        }

                        @Override
                        public Set<String> copied() throws Exception {
                            seen.clear();
                            try (Connection connection = DriverManager.getConnection(server.url());
                                    Statement statement = connection.createStatement();
                                    ResultSet rows =
                                            statement.executeQuery("select value from copies")) {
                                while (rows.next()) {
                                    seen.add(rows.getString(1));
                                }
                            }
                            return Set.copyOf(seen);
                        }
                    });
            assertThat(seen).as("each once").hasSize(COUNT);
        }
    }

    private static void execute(PostgresqlServer server, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void redisList(@TempDir Path folder) throws Exception {
        try (RedisServer server = new RedisServer(folder)) {
            redis(server, RedisSource.list(server.uri(), "in").build());
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void redisStream(@TempDir Path folder) throws Exception {
        try (RedisServer server = new RedisServer(folder)) {
            redis(server, RedisSource.stream(server.uri(), "stream", "copy", "value").build());
        }
    }

    private static void redis(RedisServer server, SourceSpout source) throws Exception {
        StormTopology topology =
                copy(
                        source,
                        RedisSink.list(server.uri(), "out", Encoder.field("value"))
                                .batch(20, SOON)
                                .build());
        killInTheMiddle(
                server,
                topology,
                new Steps() {
                    @Override
                    public void fill() {
                        try (Jedis client = new Jedis(server.uri());
                                redis.clients.jedis.Pipeline pipeline = client.pipelined()) {
                            for (String value : values(0, COUNT)) {
                                pipeline.rpush("in", value);
                                Map<String, String> entry = new HashMap<>();
                                entry.put("value", value);
                                pipeline.xadd("stream", StreamEntryID.NEW_ENTRY, entry);
                            }
                            pipeline.sync();
                        }
                    }

                    @Override
                    public Set<String> copied() {
                        try (Jedis redis = new Jedis(server.uri())) {
                            return Set.copyOf(redis.lrange("out", 0, -1));
                        }
                    }
                });
    }

    /**
     * Only read: S3Proxy lists what it is writing, under names of its own, and a kill within a
     * write damages what it lists.
     */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void s3(@TempDir Path folder) throws Exception {
        try (S3Server server = new S3Server(folder)) {
            S3Bucket bucket = S3Bucket.at(server.uri(), "lines", S3Server.KEY, S3Server.SECRET);
            server.start();
            try (S3Client client = bucket.connect()) {
                client.createBucket(request -> request.bucket("lines"));
                for (int i = 0; i < COUNT; i += 100) {
                    String key = "in/" + (100_000 + i);
                    String lines = String.join("\n", values(i, i + 100));
                    client.putObject(
                            request -> request.bucket("lines").key(key),
                            RequestBody.fromString(lines));
                }
            }
            server.kill();
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout(
                    "in",
                    S3Source.of(
                                    bucket,
                                    "copy",
                                    "in/",
                                    FileFormat.lines("value", Compression.none()))
                            .listEvery(SOON)
                            .commitEvery(Duration.ofHours(1)) // as it writes
                            .build(),
                    2);
            builder.setBolt("see", new Collect("s3-killed")).shuffleGrouping("in");
            killInTheMiddle(
                    server,
                    builder.createTopology(),
                    new Steps() {
                        @Override
                        public void fill() {
                            // It was, before.
                        }

                        @Override
                        public Set<String> copied() {
                            return Set.copyOf(
                                    Collect.firstsOf("s3-killed").stream()
                                            .map(String::valueOf)
                                            .toList());
                        }
                    });
        }
    }

    /** Its broker keeps nothing for sure that came in its last second; so only what comes later. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void mqtt(@TempDir Path folder) throws Exception {
        try (MqttServer server = new MqttServer(folder)) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("in", MqttSource.of(server.uri(), "in", "in/#").build());
            builder.setBolt("out", MqttSink.of(server.uri(), "out", "out").build())
                    .shuffleGrouping("in");
            builder.setSpout("copies", MqttSource.of(server.uri(), "copies", "out").build());
            builder.setBolt("see", new Collect("mqtt-killed")).shuffleGrouping("copies");
            Run.topology(
                    builder.createTopology(),
                    () -> {
                        Thread.sleep(1500); // it finds nobody
                        for (int start = 1; start <= 2; start++) {
                            String first = "first of " + start;
                            server.start();
                            MqttMessages messages = new MqttMessages(server.uri());
                            Await.until(
                                    first,
                                    () -> {
                                        messages.publish("in/first", first);
                                        return Collect.firstsOf("mqtt-killed").contains(first);
                                    });
                            List<String> more = values(start * 1000, start * 1000 + 500);
                            more.forEach(each -> messages.publish("in/more", each));
                            Await.until(
                                    "more",
                                    () -> Collect.firstsOf("mqtt-killed").containsAll(more));
                            server.kill();
                        }
                    });
        }
    }
}
