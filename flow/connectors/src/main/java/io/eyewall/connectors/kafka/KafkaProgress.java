package io.eyewall.connectors.kafka;

import io.eyewall.toolkit.progress.Progress;
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

/**
 * The progress of sinks in a compacted topic of one partition. The key is {@code sink/task/lane},
 * the value is written by {@link Progress#write}.
 */
final class KafkaProgress {
    static final String TOPIC = "eyewall-progress";

    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final long LIMIT_MS = 10_000;

    private KafkaProgress() {}

    /** The name of a sink, and the field of the positions. */
    record Place(String sink, String positionField) implements Serializable {
        Place {
            if (sink.isEmpty() || sink.indexOf('/') >= 0) {
                throw new IllegalArgumentException("a name without '/', not '" + sink + "'");
            }
        }
    }

    static ProducerRecord<byte[], byte[]> record(
            String sink, int task, String lane, Progress progress) {
        return new ProducerRecord<>(
                TOPIC, 0, bytes(sink + "/" + task + "/" + lane), bytes(progress.write(lane)));
    }

    /**
     * Returns the positions that all current and earlier tasks of the sink have written. This
     * task's positions are complete only after its transactions have ended, which {@code
     * initTransactions} ensures. Kafka hides committed records behind the start of any open
     * transaction, of whatever process, so this method waits until the currently open transactions
     * have ended.
     *
     * @param connection the connection properties of a client
     * @throws TimeoutException if no record arrived for 10 s; Kafka aborts the transactions of a
     *     crashed process after {@code transaction.timeout.ms}, so that a later attempt succeeds
     */
    static Progress read(String sink, Map<String, Object> connection)
            throws ExecutionException, InterruptedException, TimeoutException {
        return read(sink, connection, LIMIT_MS);
    }

    /** Reads as above, with another limit. */
    static Progress read(String sink, Map<String, Object> connection, long limitMs)
            throws ExecutionException, InterruptedException, TimeoutException {
        long end = createAndFindEnd(connection);
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        Map<String, String> latest = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long deadlineNs = Time.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
            while (consumer.position(PARTITION) < end) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(200))) {
                    latest.put(text(each.key()), text(each.value()));
                    deadlineNs = Time.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
                }
                if (Time.nanoTime() - deadlineNs > 0) {
                    throw new TimeoutException(
                            "%s can be read up to offset %d, not to its end, %d: a transaction"
                                            .formatted(TOPIC, consumer.position(PARTITION), end)
                                    + " that writes there has not ended, or the broker is"
                                    + " unreachable;"
                                    + " Kafka aborts it after transaction.timeout.ms");
                }
            }
        }
        Progress progress = new Progress();
        String prefix = sink + "/";
        latest.forEach(
                (key, value) -> {
                    if (key.startsWith(prefix)) {
                        String lane = key.substring(key.indexOf('/', prefix.length()) + 1);
                        progress.merge(lane, value);
                    }
                });
        return progress;
    }

    /**
     * Creates the topic if needed, and returns its end offset, including records of open
     * transactions.
     */
    private static long createAndFindEnd(Map<String, Object> connection)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<String, Object> properties = new HashMap<>(connection);
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LIMIT_MS);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) LIMIT_MS);
        try (Admin admin = Admin.create(properties)) {
            if (!admin.listTopics().names().get(LIMIT_MS, TimeUnit.MILLISECONDS).contains(TOPIC)) {
                NewTopic topic =
                        new NewTopic(TOPIC, Optional.of(1), Optional.empty())
                                .configs(
                                        Map.of(
                                                TopicConfig.CLEANUP_POLICY_CONFIG,
                                                TopicConfig.CLEANUP_POLICY_COMPACT));
                create(admin, topic);
            }
            return admin.listOffsets(
                            Map.of(PARTITION, OffsetSpec.latest()),
                            new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                    .partitionResult(PARTITION)
                    .get(LIMIT_MS, TimeUnit.MILLISECONDS)
                    .offset();
        }
    }

    private static void create(Admin admin, NewTopic topic)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            admin.createTopics(Set.of(topic)).all().get(LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e; // otherwise another task was first
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
