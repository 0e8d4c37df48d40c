package io.eyewall.connectors.kafka;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads one task's share of the partitions of topics. */
final class KafkaReader implements SourceReader {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReader.class);
    private static final long REFRESH_PARTITIONS_NS = TimeUnit.SECONDS.toNanos(30);
    private static final Duration LAST_COMMIT_LIMIT = Duration.ofSeconds(5);

    private final Map<String, Object> properties;
    private final List<String> topics;
    private final Decoder decoder;
    private final boolean withKey;
    private final boolean untilEnd;
    private final int task;
    private final int tasks;

    private final Map<TopicPartition, PartitionOffsets> partitions = new HashMap<>();

    /** The offsets at which to end, if an end was requested. */
    private @Nullable Map<TopicPartition, Long> ends;

    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private long refreshAtNs;
    private long gaps;

    /** The reason why offsets could not be committed; thrown by the next commit. */
    private @Nullable RuntimeException refusal;

    KafkaReader(
            Map<String, Object> properties,
            List<String> topics,
            Decoder decoder,
            boolean withKey,
            boolean untilEnd,
            int task,
            int tasks) {
        this.properties = properties;
        this.topics = topics;
        this.decoder = decoder;
        this.withKey = withKey;
        this.untilEnd = untilEnd;
        this.task = task;
        this.tasks = tasks;
    }

    @Override
    public void open() {
        try {
            consumer =
                    new KafkaConsumer<>(
                            properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException e) {
            if (e instanceof ConfigException || e.getCause() instanceof ConfigException) {
                throw new ConnectorException(
                        Category.CONFIG, "Kafka's consumer refuses its properties", e);
            }
            throw e;
        }
        assign(consumer);
    }

    /** Refreshes the partition list and claims this task's new partitions; never releases one. */
    void refreshPartitions() {
        assign(consumer());
    }

    private void assign(KafkaConsumer<byte[], byte[]> open) {
        refreshAtNs = Time.nanoTime() + REFRESH_PARTITIONS_NS;
        List<TopicPartition> all = all(open);
        List<TopicPartition> mine = all.stream().filter(this::isMine).toList();
        // Always requested, because a consumer does not report brokers that no longer respond.
        Map<TopicPartition, Long> endsNow = open.endOffsets(all);
        if (untilEnd && ends == null) {
            endsNow.keySet().retainAll(mine);
            ends = endsNow;
        }
        if (open.assignment().size() < mine.size()) {
            begin(open, mine);
        }
        skipDeleted(open.beginningOffsets(mine));
    }

    private void begin(KafkaConsumer<byte[], byte[]> open, List<TopicPartition> mine) {
        open.assign(mine);
        for (TopicPartition partition : mine) {
            PartitionOffsets known = partitions.get(partition);
            if (known == null) {
                partitions.put(partition, new PartitionOffsets(open.position(partition)));
            } else {
                open.seek(partition, known.next());
            }
        }
    }

    @Override
    public long gaps() {
        return gaps;
    }

    /** Logs deleted offsets: Kafka's consumer skips them silently. */
    private void skipDeleted(Map<TopicPartition, Long> begins) {
        begins.forEach(
                (partition, begin) -> {
                    PartitionOffsets known = partitions.get(partition);
                    if (known != null && known.next() < begin) {
                        LOG.warn(
                                "{}: the messages at offsets {} to {} were deleted before they"
                                        + " were read:"
                                        + " the topic's retention is too short ('retention.ms',"
                                        + " 'retention.bytes')",
                                partition,
                                known.next(),
                                begin - 1);
                        known.skipTo(begin);
                        gaps++;
                    }
                });
    }

    /**
     * Returns whether a partition is this task's; independent of the number of partitions, so added
     * ones move none.
     */
    private boolean isMine(TopicPartition partition) {
        return (topics.indexOf(partition.topic()) + partition.partition()) % tasks == task;
    }

    private List<TopicPartition> all(KafkaConsumer<byte[], byte[]> open) {
        List<TopicPartition> all = new ArrayList<>();
        for (String topic : topics) {
            List<PartitionInfo> found = open.partitionsFor(topic);
            if (found == null || found.isEmpty()) {
                throw new ConnectorException(
                        Category.RESOURCE, "no topic '" + topic + "': create it", null);
            }
            found.stream()
                    .mapToInt(PartitionInfo::partition)
                    .sorted()
                    .forEach(partition -> all.add(new TopicPartition(topic, partition)));
        }
        return all;
    }

    Set<TopicPartition> assigned() {
        return consumer().assignment();
    }

    /** Returns the offset of the next read. */
    long next(TopicPartition partition) {
        PartitionOffsets known = partitions.get(partition);
        return known == null ? -1 : known.next();
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        KafkaConsumer<byte[], byte[]> open = consumer;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        return open;
    }

    @Override
    public List<Incoming> poll() {
        KafkaConsumer<byte[], byte[]> open = consumer();
        if (partitions.isEmpty()) {
            return List.of(); // more tasks than partitions
        }
        List<Incoming> messages = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> each : open.poll(Duration.ZERO)) {
            TopicPartition partition = new TopicPartition(each.topic(), each.partition());
            PartitionOffsets offsets = partitions.get(partition);
            if (offsets != null && !isPastEnd(partition, each.offset())) {
                offsets.read(each.offset());
                messages.add(new Message(partition, each, offsets.committed()));
            }
        }
        return messages;
    }

    private boolean isPastEnd(TopicPartition partition, long offset) {
        Map<TopicPartition, Long> limits = ends;
        return limits != null && offset >= limits.getOrDefault(partition, 0L);
    }

    @Override
    public boolean ended() {
        Map<TopicPartition, Long> limits = ends;
        KafkaConsumer<byte[], byte[]> open = consumer;
        return limits != null
                && open != null
                && limits.entrySet().stream()
                        .allMatch(end -> open.position(end.getKey()) >= end.getValue());
    }

    @Override
    public void done(Incoming message) {
        Message mine = (Message) message;
        PartitionOffsets offsets = partitions.get(mine.partition);
        if (offsets != null) {
            offsets.done(mine.kafka.offset());
        }
    }

    @Override
    public void commit() {
        KafkaConsumer<byte[], byte[]> open = consumer();
        RuntimeException refused = refusal;
        refusal = null;
        if (refused != null) {
            throw refused;
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = committable();
        if (!offsets.isEmpty()) {
            open.commitAsync(
                    offsets,
                    (done, failure) -> {
                        if (failure == null) {
                            committed(done);
                        } else if (failure instanceof RuntimeException known
                                && !(failure instanceof RetriableException)) {
                            refusal = known;
                        } // otherwise the next commit tries again
                    });
        }
        if (Time.nanoTime() - refreshAtNs >= 0) {
            assign(open);
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> committable() {
        Map<TopicPartition, OffsetAndMetadata> offsets =
                new TreeMap<>((one, other) -> one.toString().compareTo(other.toString()));
        if (!properties.containsKey(ConsumerConfig.GROUP_ID_CONFIG)) {
            return offsets;
        }
        partitions.forEach(
                (partition, each) -> {
                    if (each.committable() > each.committed()) {
                        offsets.put(partition, new OffsetAndMetadata(each.committable()));
                    }
                });
        return offsets;
    }

    private void committed(Map<TopicPartition, OffsetAndMetadata> done) {
        done.forEach(
                (partition, offset) -> {
                    PartitionOffsets known = partitions.get(partition);
                    if (known != null) {
                        known.committed(offset.offset());
                    }
                });
    }

    @Override
    public void close() {
        KafkaConsumer<byte[], byte[]> open = consumer;
        consumer = null;
        if (open == null) {
            return;
        }
        try {
            Map<TopicPartition, OffsetAndMetadata> offsets = committable();
            if (!offsets.isEmpty()) {
                open.commitSync(offsets, LAST_COMMIT_LIMIT);
                committed(offsets);
            }
        } catch (RuntimeException e) {
            // Kafka is not reachable: the last messages are read again, as after a crash.
        } finally {
            open.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
        }
    }

    /** A Kafka message. */
    private final class Message implements Incoming {
        private final TopicPartition partition;
        private final ConsumerRecord<byte[], byte[]> kafka;
        private final Position position;

        Message(TopicPartition partition, ConsumerRecord<byte[], byte[]> kafka, long floor) {
            this.partition = partition;
            this.kafka = kafka;
            position = new Position(partition.toString(), kafka.offset(), floor);
        }

        @Override
        public Position position() {
            return position;
        }

        @Override
        public List<Object> values() throws BadRecordException {
            byte[] value = kafka.value();
            if (value == null) {
                throw new BadRecordException(
                        "no value: a tombstone, which deletes its key where Kafka compacts", null);
            }
            List<Object> values = decoder.decode(value);
            if (withKey) {
                values = new ArrayList<>(values);
                byte[] key = kafka.key();
                values.add(key == null ? null : new String(key, StandardCharsets.UTF_8));
            }
            return values;
        }

        @Override
        public String text() {
            byte[] value = kafka.value();
            return value == null ? "" : Values.text(value);
        }
    }
}
