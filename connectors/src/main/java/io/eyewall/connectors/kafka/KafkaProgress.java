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
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.storm.utils.Time;

/**
 * The progress of sinks in a compacted topic of one partition. Key {@code sink/task/lane}, value as
 * {@link Progress#write}.
 */
final class KafkaProgress {
    static final String TOPIC = "eyewall-progress";

    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final long LIMIT_MS = 10_000;

    private KafkaProgress() {}

    /** Which sink's, and the field of the positions. */
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
     * What all tasks of the sink have written, now and before; those of this task are complete only
     * if its transactions are ended, as {@code initTransactions} does.
     *
     * @param connection the properties of a client
     */
    static Progress read(String sink, Map<String, Object> connection)
            throws ExecutionException, InterruptedException, TimeoutException {
        create(connection);
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
            long end = consumer.endOffsets(List.of(PARTITION)).getOrDefault(PARTITION, 0L);
            long deadlineNs = Time.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MS);
            while (consumer.position(PARTITION) < end) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(200))) {
                    latest.put(text(each.key()), text(each.value()));
                    deadlineNs = Time.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MS);
                }
                if (Time.nanoTime() - deadlineNs > 0) {
                    throw new TimeoutException(TOPIC + " can't be read to its end, offset " + end);
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

    private static void create(Map<String, Object> connection)
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
                admin.createTopics(Set.of(topic)).all().get(LIMIT_MS, TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e; // else another task was first
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
