package io.eyewall.connectors.kafka;

import io.eyewall.toolkit.progress.Progress;
import io.eyewall.toolkit.snapshot.SnapshotId;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * The progress of sinks, stored in a compacted topic of one partition: a record for each lane of
 * each task's {@link Progress}, whose key is {@code SINK/TASK/LANE} and whose value is the text of
 * {@link Progress#write}; or a record for each task of a transactional sink, with the key {@code
 * /SINK/TASK} and the value {@code LINEAGE NUMBER} of the last snapshot.
 */
final class KafkaProgress {
    static final String TOPIC = "eyewall-progress";

    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final long TIMEOUT_MS = 10_000;

    /** How long one poll waits for records, before the timeout is checked. */
    private static final Duration POLL_LIMIT = Duration.ofMillis(200);

    private KafkaProgress() {}

    /**
     * The settings of an exactly-once sink.
     *
     * @param sink the sink's name, under which its progress is stored
     * @param positionField the field of the tuples that holds their positions
     */
    record Place(String sink, String positionField) implements Serializable {
        Place {
            checkName(sink);
        }
    }

    /** Returns the name of a sink; throws if it can't be part of a key. */
    static String checkName(String sink) {
        if (sink.isEmpty() || sink.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "the sink's name must not be empty or contain '/', but is '" + sink + "'");
        }
        return sink;
    }

    static ProducerRecord<byte[], byte[]> toRecord(String sink, int task, SnapshotId snapshot) {
        return new ProducerRecord<>(
                TOPIC,
                0,
                toBytes("/" + sink + "/" + task),
                toBytes(snapshot.lineage() + " " + snapshot.number()));
    }

    /**
     * Returns the last snapshot that a task of a transactional sink has written; null if it has
     * written none. Waits as {@link #read(String, Map)} does.
     */
    static @Nullable SnapshotId readSnapshot(String sink, int task, Map<String, Object> connection)
            throws ExecutionException, InterruptedException, TimeoutException {
        String value = readLatest(connection, TIMEOUT_MS).get("/" + sink + "/" + task);
        if (value == null) {
            return null;
        }
        int space = value.lastIndexOf(' ');
        return new SnapshotId(
                value.substring(0, space), Long.parseLong(value.substring(space + 1)));
    }

    static ProducerRecord<byte[], byte[]> toRecord(
            String sink, int task, String lane, Progress progress) {
        return new ProducerRecord<>(
                TOPIC, 0, toBytes(sink + "/" + task + "/" + lane), toBytes(progress.write(lane)));
    }

    /**
     * Returns the positions that all current and earlier tasks of the sink have written. The
     * caller's own positions are complete only if its transactions have ended, which {@code
     * initTransactions} ensures. Readers see no record behind the beginning of a transaction that
     * is open, whichever process has begun it; therefore this method waits until all transactions
     * that are open now have ended.
     *
     * @param connection the connection properties of a client
     * @throws TimeoutException if no record arrived for 10 s; Kafka aborts the transactions of a
     *     crashed process after {@code transaction.timeout.ms}, so that a later attempt succeeds
     */
    static Progress read(String sink, Map<String, Object> connection)
            throws ExecutionException, InterruptedException, TimeoutException {
        return read(sink, connection, TIMEOUT_MS);
    }

    /**
     * Reads as {@link #read(String, Map)} does, but fails when no record has arrived for {@code
     * timeoutMs}.
     */
    static Progress read(String sink, Map<String, Object> connection, long timeoutMs)
            throws ExecutionException, InterruptedException, TimeoutException {
        Progress progress = new Progress();
        String prefix = sink + "/";
        readLatest(connection, timeoutMs)
                .forEach(
                        (key, value) -> {
                            if (key.startsWith(prefix)) {
                                String lane = key.substring(key.indexOf('/', prefix.length()) + 1);
                                progress.merge(lane, value);
                            }
                        });
        return progress;
    }

    /** Returns the last value of each key. */
    private static Map<String, String> readLatest(Map<String, Object> connection, long timeoutMs)
            throws ExecutionException, InterruptedException, TimeoutException {
        long endOffset = createTopicAndFindEnd(connection);
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        Map<String, String> latestByKey = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long deadlineNs = Time.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            while (consumer.position(PARTITION) < endOffset) {
                for (ConsumerRecord<byte[], byte[]> laneRecord : consumer.poll(POLL_LIMIT)) {
                    latestByKey.put(toText(laneRecord.key()), toText(laneRecord.value()));
                    deadlineNs = Time.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
                }
                if (Time.nanoTime() - deadlineNs > 0) {
                    throw new TimeoutException(
                            "%s can be read up to offset %d, not to its end, %d: a transaction"
                                            .formatted(
                                                    TOPIC, consumer.position(PARTITION), endOffset)
                                    + " that writes to it has not ended, or the broker is"
                                    + " unreachable; Kafka aborts an open transaction after"
                                    + " transaction.timeout.ms");
                }
            }
        }
        return latestByKey;
    }

    /**
     * Creates the topic if needed, and returns its end offset, including records of open
     * transactions.
     */
    private static long createTopicAndFindEnd(Map<String, Object> connection)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT_MS);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TIMEOUT_MS);
        try (Admin admin = Admin.create(properties)) {
            if (!admin.listTopics()
                    .names()
                    .get(TIMEOUT_MS, TimeUnit.MILLISECONDS)
                    .contains(TOPIC)) {
                NewTopic topic =
                        new NewTopic(TOPIC, Optional.of(1), Optional.empty())
                                .configs(
                                        Map.of(
                                                TopicConfig.CLEANUP_POLICY_CONFIG,
                                                TopicConfig.CLEANUP_POLICY_COMPACT));
                createTopic(admin, topic);
            }
            return admin.listOffsets(
                            Map.of(PARTITION, OffsetSpec.latest()),
                            new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                    .partitionResult(PARTITION)
                    .get(TIMEOUT_MS, TimeUnit.MILLISECONDS)
                    .offset();
        }
    }

    private static void createTopic(Admin admin, NewTopic topic)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            admin.createTopics(Set.of(topic)).all().get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e; // otherwise another task has created the topic meanwhile
            }
        }
    }

    private static byte[] toBytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String toText(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
