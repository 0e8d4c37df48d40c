package io.eyewall.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.connectors.server.KafkaServer;
import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.progress.Progress;
import io.eyewall.toolkit.snapshot.SnapshotId;
import io.eyewall.toolkit.source.EventTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.BasicBoltExecutor;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaTest {
    private static KafkaServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = new KafkaServer(folder);
        server.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void copiesATopicOnceAndGoesOnWhereItWas() throws Exception {
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
            topics.create("in", "out");
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                expected.add("message " + i);
            }
            topics.write("in", expected);
            topics.writeBytes("in", new byte[] {(byte) 0xff});

            Run.topology(
                    copy(),
                    () -> {
                        Await.until("all copied", () -> topics.read("out").size() >= 200);
                        Await.until("a dead letter", () -> Collect.of("kafka-dead").size() == 1);
                        Await.until(
                                "all is committed", () -> topics.committed("copies", "in") == 201);
                    });
            topics.write("in", List.of("one more"));
            expected.add("one more");
            Run.topology(
                    copy(),
                    () -> {
                        Await.until("one more", () -> topics.read("out").size() >= 201);
                        Await.until(
                                "all is committed", () -> topics.committed("copies", "in") == 202);
                    });

            assertThat(topics.read("out")).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(Collect.of("kafka-dead")).hasSize(1);
            assertThat(Collect.of("kafka-dead").get(0).get(0)).asString().startsWith("not UTF-8");
            assertThat(Collect.of("kafka-dead").get(0).get(1)).asString().matches("in-[01]@\\d+");
        }
    }

    @Test
    void aTombstoneIsADeadLetterAndItsNeighboursArrive() throws Exception {
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
            topics.create("compacted");
            topics.write("compacted", List.of("a"));
            topics.writeBytes("compacted", null);
            topics.write("compacted", List.of("b"));
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "in", KafkaSource.anew(server.bootstrap(), "compacted").untilEnd().build());
        builder.setBolt("out", new Collect("kafka-compacted")).shuffleGrouping("in");
        builder.setBolt("dead", new Collect("kafka-tombstones"))
                .shuffleGrouping("in", DeadLetters.STREAM);
        Run.untilDrained(builder.createTopology(), "in");
        assertThat(Collect.firstsOf("kafka-compacted")).containsExactlyInAnyOrder("a", "b");
        assertThat(Collect.firstsOf("kafka-tombstones"))
                .singleElement()
                .asString()
                .contains("tombstone");
    }

    /** Kafka gives all of one partition first; a third task has nothing to read. */
    @Test
    void noMessageIsLateBecauseAnotherPartitionIsAhead() throws Exception {
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
            topics.create("times");
            List<String> times = IntStream.range(0, 5001).mapToObj(String::valueOf).toList();
            topics.write("times", 0, times);
            topics.write("times", 1, times);
        }
        for (int tasks : new int[] {1, 3}) {
            String counts = "kafka-times-" + tasks;
            FlowBuilder flows = new FlowBuilder();
            KafkaSource source =
                    KafkaSource.anew(server.bootstrap(), "times")
                            .maxPending(Integer.MAX_VALUE)
                            .eventTime(
                                    EventTime.of(
                                            values -> Long.valueOf((String) values.get(0)),
                                            Duration.ZERO));
            flows.source("in", source.build(), tasks, tuple -> tuple.getString(0))
                    .fold("counts", new Thousands(), true)
                    .to("out", new BasicBoltExecutor(new Collect(counts)));
            Run.topology(
                    flows.build(),
                    () -> Await.until("five windows", () -> numbers(counts).size() == 5));
            assertThat(numbers(counts)).containsOnly(2000L);
        }
    }

    private static List<Object> numbers(String collected) {
        return Collect.firstsOf(collected).stream().filter(Long.class::isInstance).toList();
    }

    /** Counts the times of a thousand milliseconds. */
    private record Thousands() implements Fold<String, long[], Long> {
        @Override
        public long until(String time) {
            return (Long.parseLong(time) / 1000 + 1) * 1000;
        }

        @Override
        public long[] start(String first) {
            return new long[1];
        }

        @Override
        public void add(long[] count, String time) {
            count[0]++;
        }

        @Override
        public void result(long[] count, EachBolt.Out<Long> out) {
            out.accept(count[0]);
        }
    }

    /** There are two partitions. */
    @Test
    void aTaskWithoutPartitionsEndsToo() throws Exception {
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
            topics.create("ends");
            topics.write("ends", List.of("a", "b", "c"));
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", KafkaSource.anew(server.bootstrap(), "ends").untilEnd().build(), 3);
        builder.setBolt("out", new Collect("kafka-ends")).shuffleGrouping("in");
        Run.untilDrained(builder.createTopology(), "in");
        assertThat(Collect.firstsOf("kafka-ends")).containsExactlyInAnyOrder("a", "b", "c");
    }

    /** Each is read by one task, and by the one that had it. */
    @Test
    void partitionsThatAreAddedGoToOneTaskEach() throws Exception {
        Map<String, Object> properties =
                Map.of("bootstrap.servers", server.bootstrap(), "metadata.max.age.ms", 100);
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap());
                KafkaReader one = reader(properties, 0, "first", "second");
                KafkaReader other = reader(properties, 1, "first", "second")) {
            topics.create("first", "second");
            one.open();
            other.open();
            Set<TopicPartition> before = Set.copyOf(one.assignedPartitions());
            topics.addPartitions("first", 3);
            Await.until(
                    "the third",
                    () -> {
                        for (KafkaReader each : List.of(one, other)) {
                            each.poll(); // else nothing is asked
                            each.refreshPartitions();
                        }
                        return one.assignedPartitions().size() + other.assignedPartitions().size()
                                == 5;
                    });
            assertThat(one.assignedPartitions()).containsAll(before);
            assertThat(other.assignedPartitions())
                    .doesNotContainAnyElementsOf(one.assignedPartitions());
        }
    }

    /** It is said in the log, and counted. */
    @Test
    void whatIsGoneBeforeItWasReadIsSkipped() throws Exception {
        TopicPartition partition = new TopicPartition("old", 0);
        Map<String, Object> properties =
                Map.of("bootstrap.servers", server.bootstrap(), "auto.offset.reset", "earliest");
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap());
                KafkaReader reader = reader(properties, 0, "old")) {
            topics.create("old");
            reader.open();
            assertThat(reader.nextOffset(partition)).isZero();
            while (topics.end(partition) < 3) {
                topics.write("old", List.of("a", "b"));
            }
            topics.deleteBefore(partition, 2);
            assertThat(reader.gaps()).isZero();
            reader.refreshPartitions();
            assertThat(reader.nextOffset(partition)).isEqualTo(2);
            assertThat(reader.gaps()).isEqualTo(1);
            Await.until("the third", () -> !reader.poll().isEmpty());
            assertThat(reader.nextOffset(partition)).isGreaterThan(2);
        }
    }

    @Test
    void readsAgainBehindAnOffset() throws Exception {
        Map<String, Object> properties =
                Map.of(
                        "bootstrap.servers",
                        server.bootstrap(),
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        false,
                        "group.id",
                        "again");
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
            topics.create("again");
            topics.write("again", 0, List.of("0", "1", "2", "3", "4"));
        }
        try (KafkaReader reader = reader(properties, 0, "again")) {
            reader.open();
            reader.rewind(Map.of());
            assertThat(read(reader, 5)).containsExactly("0", "1", "2", "3", "4");
            reader.release(Map.of("again-0", 1L));
            reader.commit();
            reader.rewind(Map.of("again-0", 2L));
            assertThat(read(reader, 2)).containsExactly("3", "4");
            reader.rewind(Map.of());
            assertThat(read(reader, 5)).hasSize(5);
        }
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap());
                KafkaReader reader = reader(properties, 0, "again")) {
            assertThat(topics.committed("again", "again")).isEqualTo(2);
            reader.open();
            assertThatThrownBy(() -> reader.rewind(Map.of("again-0", 5L)))
                    .isInstanceOf(ConnectorException.class)
                    .hasMessageContaining(
                            "partition again-0 ends at offset 5, but is to be read from offset 6")
                    .hasMessageContaining("deleted and created again");
        }
    }

    private static List<String> read(KafkaReader reader, int count) throws Exception {
        List<String> texts = new ArrayList<>();
        Await.until(
                count + " messages",
                () -> {
                    reader.poll().forEach(message -> texts.add(message.text()));
                    return texts.size() >= count;
                });
        return texts;
    }

    /** Kafka's consumer waits for them for ever, and has said nothing. */
    @Test
    void brokersThatAreGoneAreNoticed(@TempDir Path folder) throws Exception {
        try (KafkaServer gone = new KafkaServer(folder)) {
            gone.start();
            Map<String, Object> properties =
                    Map.of("bootstrap.servers", gone.bootstrap(), "default.api.timeout.ms", 1_000);
            try (KafkaTopics topics = new KafkaTopics(gone.bootstrap());
                    KafkaReader reader = reader(properties, 0, "first", "second")) {
                topics.create("first", "second");
                reader.open();
                reader.refreshPartitions();
                gone.kill();
                assertThatThrownBy(reader::refreshPartitions).isInstanceOf(TimeoutException.class);
            }
        }
    }

    /**
     * Kafka shows nothing that is committed behind its beginning, a sink's own progress included.
     */
    @Test
    void progressWaitsForTransactionsOfOthers() throws Exception {
        Map<String, Object> connection = Map.of("bootstrap.servers", server.bootstrap());
        Position position = new Position("source", 7, 0);
        assertThat(KafkaProgress.read("waits", connection).contains(position)).isFalse();
        try (KafkaProducer<byte[], byte[]> other = transactional("other");
                KafkaProducer<byte[], byte[]> own = transactional("own")) {
            Progress progress = new Progress();
            String lane = progress.add(position);
            other.beginTransaction();
            other.send(KafkaProgress.toRecord("other", 0, lane, progress)).get();
            own.beginTransaction();
            own.send(KafkaProgress.toRecord("waits", 0, lane, progress)).get();
            own.commitTransaction();

            assertThatThrownBy(() -> KafkaProgress.read("waits", connection, 200))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class)
                    .hasMessageContainingAll("eyewall-progress", "transaction");

            other.abortTransaction();
        }
        assertThat(KafkaProgress.read("waits", connection).contains(position)).isTrue();
    }

    @Test
    void writesASnapshotOnce() throws Exception {
        SnapshotId first = new SnapshotId("series", 1);
        SnapshotId second = new SnapshotId("series", 2);
        List<Tuple> none = List.of();
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
            topics.create("snapshots");
            try (KafkaWriter writer = snapshotWriter()) {
                writer.open();
                assertThat(writer.writeSnapshot(first, none)).isZero();
            }
            assertThat(KafkaProgress.readSnapshot("once", 0, connection())).isEqualTo(first);
            assertThat(KafkaProgress.readSnapshot("once", 1, connection())).isNull();
            try (KafkaWriter writer = snapshotWriter()) {
                writer.open();
                writer.writeSnapshot(first, none); // again, and nothing happens
                writer.writeSnapshot(second, none);
                assertThatThrownBy(() -> writer.writeSnapshot(first, none))
                        .isInstanceOf(ConnectorException.class)
                        .hasMessageContaining(
                                "Kafka has the rows of snapshot 2, but the topology continues from"
                                        + " snapshot 1");
                assertThatThrownBy(() -> writer.writeSnapshot(new SnapshotId("other", 3), none))
                        .isInstanceOf(ConnectorException.class)
                        .hasMessageContaining("under the sink's name 'once': put the folder back");
            }
            assertThat(KafkaProgress.readSnapshot("once", 0, connection())).isEqualTo(second);
        }
    }

    private static Map<String, Object> connection() {
        return Map.of("bootstrap.servers", server.bootstrap());
    }

    private static KafkaWriter snapshotWriter() {
        return new KafkaWriter(
                connection(), "snapshots", Encoder.field("value"), null, null, null, "once", 0);
    }

    private static KafkaProducer<byte[], byte[]> transactional(String id) {
        Map<String, Object> properties =
                Map.of("bootstrap.servers", server.bootstrap(), "transactional.id", id);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        properties, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    private static KafkaReader reader(Map<String, Object> properties, int task, String... topics) {
        return new KafkaReader(
                properties, List.of(topics), Decoder.text("value"), false, false, task, 2);
    }

    private static StormTopology copy() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "in",
                KafkaSource.of(server.bootstrap(), "copies", "in").withKey().withPosition().build(),
                2);
        builder.setBolt(
                        "out",
                        KafkaSink.of(server.bootstrap(), "out")
                                .exactlyOnce("copy", "position")
                                .build(),
                        2)
                .fieldsGrouping("in", new Fields("value"));
        builder.setBolt("dead", new Collect("kafka-dead"))
                .shuffleGrouping("in", DeadLetters.STREAM)
                .shuffleGrouping("out", DeadLetters.STREAM);
        return builder.createTopology();
    }

    /** They are in its batch, and it is looked for; without transactions, too. */
    @Test
    void theNeighboursOfARecordThatIsTooLargeAreWrittenOnce() throws Exception {
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
            topics.create("neighbours");
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("in", Generator.of(n -> List.of(""), "value").build());
            builder.setBolt(
                            "out",
                            KafkaSink.of(server.bootstrap(), "neighbours")
                                    .property("max.request.size", 100_000)
                                    .batch(16, Duration.ofHours(1))
                                    .build())
                    .globalGrouping("in");
            try (TopologyTestDriver driver =
                    TopologyTestDriver.of(builder.createTopology()).feeding("in").start()) {
                for (int i = 0; i < 16; i++) {
                    driver.spout("in").emit(i == 13 ? "x".repeat(200_000) : String.valueOf(i));
                }
                driver.runUntilIdle();
                assertThat(driver.emitted("out")).hasSize(1);
            }
            assertThat(topics.read("neighbours")).hasSize(15).doesNotHaveDuplicates();
        }
    }

    @Test
    void aRecordThatIsTooLargeIsADeadLetterAndItsNeighboursAreWritten() throws Exception {
        try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
            topics.create("small", "large");
            topics.write("small", List.of("a", "x".repeat(200_000), "b"));
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout(
                    "in",
                    KafkaSource.of(server.bootstrap(), "large", "small").withPosition().build());
            builder.setBolt(
                            "out",
                            KafkaSink.of(server.bootstrap(), "large")
                                    .property("max.request.size", 100_000)
                                    .exactlyOnce("large", "position")
                                    .build())
                    .globalGrouping("in");
            builder.setBolt("dead", new Collect("kafka-large"))
                    .shuffleGrouping("out", DeadLetters.STREAM);
            Run.topology(
                    builder.createTopology(),
                    () -> {
                        Await.until("a dead letter", () -> Collect.of("kafka-large").size() == 1);
                        Await.until("the others", () -> topics.read("large").size() == 2);
                    });
            assertThat(topics.read("large")).containsExactlyInAnyOrder("a", "b");
            assertThat(Collect.of("kafka-large").get(0).get(0))
                    .asString()
                    .contains("RecordTooLarge");
        }
    }
}
