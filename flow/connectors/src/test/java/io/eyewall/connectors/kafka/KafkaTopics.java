package io.eyewall.connectors.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Topics as a test fills them and looks into them; of two partitions. */
public final class KafkaTopics implements AutoCloseable {
    private final Map<String, Object> properties = new HashMap<>();
    private final KafkaProducer<byte[], byte[]> producer;

    /** Connects. */
    public KafkaTopics(String bootstrap) {
        properties.put("bootstrap.servers", bootstrap);
        Map<String, Object> writing = new HashMap<>(properties);
        // A busy broker refuses a new topic's first batch, and takes the second: for good.
        writing.put("max.in.flight.requests.per.connection", 1);
        producer =
                new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Creates topics that are not there. */
    public void create(String... topics) throws Exception {
        try (Admin admin = Admin.create(properties)) {
            admin.createTopics(
                            Stream.of(topics)
                                    .map(each -> new NewTopic(each, 2, (short) 1))
                                    .toList())
                    .all()
                    .get();
        } catch (ExecutionException e) {
            // A busy broker answers too late: the client has asked twice.
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /** Has a topic have so many. */
    public void addPartitions(String topic, int count) throws Exception {
        try (Admin admin = Admin.create(properties)) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(count))).all().get();
        }
    }

    /** The offset behind the last message. */
    public long end(TopicPartition partition) throws Exception {
        try (Admin admin = Admin.create(properties)) {
            return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .get()
                    .offset();
        }
    }

    /** Deletes what is before an offset, as Kafka does with what is old. */
    public void deleteBefore(TopicPartition partition, long offset) throws Exception {
        try (Admin admin = Admin.create(properties)) {
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    /** Returns when they are there. */
    public void write(String topic, Collection<String> values) throws Exception {
        write(topic, null, values);
    }

    /** Returns when all are there. */
    public void write(String topic, @Nullable Integer partition, Collection<String> values)
            throws Exception {
        List<Future<?>> sent = new ArrayList<>();
        for (String value : values) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            sent.add(producer.send(new ProducerRecord<>(topic, partition, null, bytes)));
        }
        for (Future<?> each : sent) {
            each.get();
        }
    }

    /** Returns when it is there; null is a tombstone. */
    public void writeBytes(String topic, byte @Nullable [] value) throws Exception {
        producer.send(new ProducerRecord<>(topic, null, value)).get();
    }

    /** All committed values; of a tombstone "no" and its key. */
    public List<String> read(String topic) {
        Map<String, Object> reading = new HashMap<>(properties);
        reading.put("isolation.level", "read_committed");
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        reading, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions =
                    List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream()
                    .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(100))) {
                    values.add(
                            each.value() == null
                                    ? "no " + new String(each.key(), StandardCharsets.UTF_8)
                                    : new String(each.value(), StandardCharsets.UTF_8));
                }
            }
        }
        return values;
    }

    /** The sum of what a group has committed of all partitions. */
    public long committed(String group, String topic) throws Exception {
        try (Admin admin = Admin.create(properties)) {
            return admin
                    .listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .entrySet()
                    .stream()
                    .filter(each -> each.getKey().topic().equals(topic))
                    .map(Map.Entry::getValue)
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
