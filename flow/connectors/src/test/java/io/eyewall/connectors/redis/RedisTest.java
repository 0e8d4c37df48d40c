package io.eyewall.connectors.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.connectors.server.RedisServer;
import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceSpout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.Time;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.params.XAddParams;
import redis.clients.jedis.params.XClaimParams;
import redis.clients.jedis.params.XPendingParams;

class RedisTest {
    private static RedisServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = new RedisServer(folder);
        server.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Object> numbered(String prefix, int count) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(prefix + i);
        }
        return all;
    }

    private static StormTopology copy(SourceSpout spout, IRichBolt bolt, String dead) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", spout, 2);
        builder.setBolt("out", bolt, 2).shuffleGrouping("in");
        builder.setBolt("dead", new Collect(dead)).shuffleGrouping("in", DeadLetters.STREAM);
        return builder.createTopology();
    }

    /** They are in its batch, and it is looked for. */
    @Test
    void theNeighboursOfABadRecordAreWrittenOnce() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Generator.of(n -> List.of(""), "value").build());
        builder.setBolt(
                        "out",
                        RedisSink.list(server.uri(), "neighbours", Encoder.field("value"))
                                .batch(16, Duration.ofHours(1))
                                .build())
                .globalGrouping("in");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("in").start()) {
            for (int i = 0; i < 16; i++) {
                driver.spout("in").emit(i == 13 ? null : String.valueOf(i));
            }
            driver.runUntilIdle();
            assertThat(driver.emitted("out")).hasSize(1);
        }
        try (Jedis redis = new Jedis(server.uri())) {
            assertThat(redis.lrange("neighbours", 0, -1))
                    .hasSize(15)
                    .doesNotHaveDuplicates()
                    .doesNotContain("13");
        }
    }

    @Test
    void aListIsCopiedToAStreamAndLeavesNothingBehind() throws Exception {
        try (Jedis redis = new Jedis(server.uri())) {
            List<Object> expected = numbered("", 500);
            expected.forEach(each -> redis.rpush("list", (String) each));
            redis.rpush("list".getBytes(StandardCharsets.UTF_8), new byte[] {(byte) 0xff});
            redis.sadd("list:takers", "3"); // of a process with four tasks, which was killed
            redis.rpush("list:taken:3", "left behind");
            expected.add("left behind");
            Run.topology(
                    copy(
                            RedisSource.list(server.uri(), "list").build(),
                            RedisSink.stream(server.uri(), "copy", "line", Encoder.field("value"))
                                    .build(),
                            "redis-list"),
                    () -> {
                        Await.until("all copied", () -> redis.xlen("copy") >= 501);
                        Await.until("a dead letter", () -> Collect.of("redis-list").size() == 1);
                        Await.until("all done", () -> redis.keys("list*").size() == 1);
                    });
            assertThat(entries(redis, "copy")).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static List<Object> entries(Jedis redis, String key) {
        return redis.xrange(key, (StreamEntryID) null, null).stream()
                .map(entry -> (Object) entry.getFields().get("line"))
                .toList();
    }

    /** What was taken beside it is in Redis' second list, and would stay there. */
    @Test
    void whatWasTakenBesideARefusalIsGivenOut() throws Exception {
        Map<String, List<String>> answers =
                Map.of(
                        "SADD", List.of(":1"),
                        "SMEMBERS", List.of("*0"),
                        "LLEN", List.of(":3"),
                        "LMOVE", List.of("$1\r\na", "-OOM no memory", "$1\r\nc", "-OOM no memory"));
        try (ScriptedServer scripted = new ScriptedServer(answers);
                ListReader reader = listReader(scripted.uri())) {
            reader.open();
            assertThat(reader.poll()).extracting(Incoming::text).containsExactly("a", "c");
            assertThatThrownBy(reader::poll).hasMessageContaining("OOM");
        }
    }

    @Test
    void onlyRemovalsThatWereRefusedAreRepeated() throws Exception {
        Map<String, List<String>> answers =
                Map.of(
                        "SADD", List.of(":1"),
                        "SMEMBERS", List.of("*0"),
                        "LLEN", List.of(":2"),
                        "LMOVE", List.of("$1\r\na", "$1\r\nb"),
                        "LREM", List.of(":1", "-READONLY replica", ":1"));
        try (ScriptedServer scripted = new ScriptedServer(answers);
                ListReader reader = listReader(scripted.uri())) {
            reader.open();
            reader.poll().forEach(reader::done);
            assertThatThrownBy(reader::commit).hasMessageContaining("READONLY");
            reader.commit();
            assertThat(scripted.commands())
                    .filteredOn(command -> command.startsWith("LREM"))
                    .containsExactly(
                            "LREM some:taken:0 1 a",
                            "LREM some:taken:0 1 b",
                            "LREM some:taken:0 1 b");
        }
    }

    private static ListReader listReader(String uri) {
        return new ListReader(new RedisConnection(uri), "some", Decoder.text("value"), false, 0, 1);
    }

    @Test
    void positionsThatBeginAnewAreRefused() {
        assertThatThrownBy(() -> RedisSource.list(server.uri(), "list").withPosition())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("withPosition()", "from 0", "Redis stream");
        assertThatThrownBy(() -> RedisSource.channels(server.uri(), "c").withPosition())
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aKeyOfAnotherKindIsNotTriedAgain() {
        try (Jedis redis = new Jedis(server.uri())) {
            redis.set("text", "no list");
        }
        try (ListReader reader =
                new ListReader(
                        new RedisConnection(server.uri()),
                        "text",
                        Decoder.text("value"),
                        false,
                        0,
                        1)) {
            reader.open();
            assertThatThrownBy(reader::poll)
                    .isInstanceOf(ConnectorException.class)
                    .hasStackTraceContaining("WRONGTYPE");
        }
    }

    @Test
    void aStreamIsReadFromItsBeginningAndThenFromWhereTheGroupIs() throws Exception {
        try (Jedis redis = new Jedis(server.uri())) {
            List<Object> expected = numbered("", 500);
            for (Object each : expected) {
                redis.xadd("stream", StreamEntryID.NEW_ENTRY, Map.of("line", (String) each));
            }
            redis.xadd("stream", StreamEntryID.NEW_ENTRY, Map.of("other", "x"));
            StormTopology topology =
                    copy(
                            RedisSource.stream(server.uri(), "stream", "copies", "line").build(),
                            RedisSink.list(server.uri(), "copied", Encoder.field("value")).build(),
                            "redis-stream");
            Run.topology(
                    topology,
                    () -> {
                        Await.until("all copied", () -> redis.llen("copied") >= 500);
                        Await.until(
                                "all acknowledged",
                                () -> redis.xpending("stream", "copies").getTotal() == 0);
                    });
            redis.xadd("stream", StreamEntryID.NEW_ENTRY, Map.of("line", "one more"));
            expected.add("one more");
            Run.topology(
                    topology, () -> Await.until("one more", () -> redis.llen("copied") >= 501));

            assertThat(redis.lrange("copied", 0, -1))
                    .map(Object.class::cast)
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(Collect.of("redis-stream")).hasSize(1);
            assertThat(Collect.of("redis-stream").get(0).get(1)).asString().startsWith("stream@");
        }
    }

    private static StreamReader reader(int task) {
        return new StreamReader(
                new RedisConnection(server.uri()),
                new StreamReader.StreamField("bytes", "readers", "line"),
                Decoder.bytes("value"),
                false,
                task);
    }

    @Test
    @SuppressWarnings("try") // time is simulated meanwhile
    void bytesOfAStreamStayAsTheyAreAlsoWhenAnotherTaskClaimsThem() throws Exception {
        byte[] bytes = {(byte) 0xff, 0, (byte) 0xfe, 'a'};
        try (Jedis redis = new Jedis(server.uri());
                Time.SimulatedTime ignored = new Time.SimulatedTime()) {
            Map<byte[], byte[]> entry = Map.of("line".getBytes(UTF_8), bytes);
            redis.xadd("bytes".getBytes(UTF_8), XAddParams.xAddParams(), entry);
            StreamEntryID deleted =
                    redis.xadd("bytes", StreamEntryID.NEW_ENTRY, Map.of("line", "gone"));
            StreamReader reader = reader(0);
            reader.open();
            List<Incoming> first = reader.poll();
            reader.close();
            redis.xdel("bytes", deleted);

            StreamReader again = reader(0);
            again.open();
            List<Incoming> own = again.poll();
            again.close();

            StreamReader other = reader(1);
            other.open();
            for (var each : redis.xpending("bytes", "readers", new XPendingParams().count(10))) {
                XClaimParams longAgo = XClaimParams.xClaimParams().idle(100_000);
                redis.xclaim("bytes", "readers", "eyewall-0", 0, longAgo, each.getID());
            }
            Time.advanceTimeSecs(60);
            List<Incoming> claimed = other.poll();
            other.close();

            assertThat(first).hasSize(2);
            assertThat(first.get(0).values()).containsExactly(bytes);
            assertThat(own).hasSize(2);
            assertThat(own.get(0).values()).containsExactly(bytes);
            assertThatThrownBy(() -> own.get(1).values()).isInstanceOf(BadRecordException.class);
            assertThat(claimed.get(0).values()).containsExactly(bytes);
        }
    }

    /** But one on which nothing is published is, as long as the server answers. */
    @Test
    void aChannelWhoseServerSaysNothingAnyMoreIsNotListenedToForEver() throws Exception {
        try (SilentServer between = new SilentServer(server.port())) {
            ChannelReader reader =
                    new ChannelReader(
                            between.uri(), new String[] {"quiet"}, Decoder.text("value"), 600);
            reader.open();
            int before = between.answers();
            Await.until(
                    "it was asked, for longer than it may be silent",
                    () -> between.answers() >= before + 5);
            assertThat(reader.poll()).isEmpty();
            between.fallSilent();
            Await.until("it is given up", () -> isGivenUp(reader));
            reader.close();
        }
    }

    private static boolean isGivenUp(ChannelReader reader) throws Exception {
        try {
            return !reader.poll().isEmpty();
        } catch (JedisConnectionException e) {
            return true;
        }
    }

    @Test
    void whatIsPublishedWhileItListensComesThrough() throws Exception {
        try (Jedis redis = new Jedis(server.uri())) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("in", RedisSource.channels(server.uri(), "news", "more").build());
            builder.setBolt(
                            "out",
                            RedisSink.hash(
                                            server.uri(),
                                            "seen",
                                            Encoder.field("value"),
                                            Encoder.field("value"))
                                    .build())
                    .shuffleGrouping("in");
            Run.topology(
                    builder.createTopology(),
                    () -> {
                        Await.until("it listens", () -> redis.pubsubChannels().size() == 2);
                        redis.publish("news", "a");
                        redis.publish("more", "b");
                        Await.until("both", () -> redis.hlen("seen") == 2);
                    });
            assertThat(redis.hgetAll("seen")).isEqualTo(Map.of("a", "a", "b", "b"));
        }
    }
}
