package io.eyewall.connectors.kafka;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.RewindableReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
final class KafkaReader implements RewindableReader {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReader.class);
    private static final long PARTITION_REFRESH_INTERVAL_NS = TimeUnit.SECONDS.toNanos(30);
    private static final Duration LAST_COMMIT_TIMEOUT = Duration.ofSeconds(5);

    private final Map<String, Object> properties;
    private final List<String> topics;
    private final Decoder decoder;
    private final boolean withKey;
    private final boolean untilEnd;
    private final int task;
    private final int tasks;

    private final Map<TopicPartition, PartitionOffsets> partitions = new HashMap<>();

    /** The partitions that have not ended, by their names. */
    private Map<String, TopicPartition> unended = Map.of();

    /**
     * The offsets at which the partitions ended when the reader was first opened, if it is to read
     * up to there only; else null.
     */
    private @Nullable Map<TopicPartition, Long> endOffsets;

    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private long refreshPartitionsAtNs;

    /** Whether messages are released by offset instead of reported as done; see {@link #rewind}. */
    private boolean isReleasedByOffset;

    private long gaps;

    /** The failure of an asynchronous commit, which the next {@link #commit} throws. */
    private @Nullable RuntimeException commitFailure;

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
        claimPartitions(consumer);
    }

    /**
     * Queries the topics' partitions and claims new ones of this task. A claimed partition is never
     * released.
     */
    void refreshPartitions() {
        claimPartitions(consumer());
    }

    private void claimPartitions(KafkaConsumer<byte[], byte[]> openConsumer) {
        refreshPartitionsAtNs = Time.nanoTime() + PARTITION_REFRESH_INTERVAL_NS;
        List<TopicPartition> allPartitions = allPartitions(openConsumer);
        List<TopicPartition> ownPartitions = allPartitions.stream().filter(this::isMine).toList();
        // Requested even if not needed, because it fails if a broker no longer responds, which the
        // consumer does not report otherwise.
        Map<TopicPartition, Long> endOffsetsNow = openConsumer.endOffsets(allPartitions);
        if (untilEnd && endOffsets == null) {
            endOffsetsNow.keySet().retainAll(ownPartitions);
            endOffsets = endOffsetsNow;
        }
        if (openConsumer.assignment().size() < ownPartitions.size()) {
            assignAndSeek(openConsumer, ownPartitions);
        }
        skipDeleted(openConsumer.beginningOffsets(ownPartitions));
    }

    private void assignAndSeek(
            KafkaConsumer<byte[], byte[]> openConsumer, List<TopicPartition> ownPartitions) {
        openConsumer.assign(ownPartitions);
        for (TopicPartition partition : ownPartitions) {
            PartitionOffsets partitionOffsets = partitions.get(partition);
            if (partitionOffsets == null) {
                PartitionOffsets added = new PartitionOffsets(openConsumer.position(partition));
                if (isReleasedByOffset) {
                    added.rewind(null);
                }
                partitions.put(partition, added);
            } else {
                openConsumer.seek(partition, partitionOffsets.nextOffset());
            }
        }
    }

    @Override
    public void rewind(Map<String, Long> offsets) {
        isReleasedByOffset = true;
        Map<TopicPartition, Long> ends = consumer().endOffsets(partitions.keySet());
        partitions.forEach(
                (partition, each) -> {
                    each.rewind(offsets.get(partition.toString()));
                    refuseIfShorter(partition, each.nextOffset(), ends.getOrDefault(partition, 0L));
                    consumer().seek(partition, each.nextOffset());
                });
        skipDeleted(consumer().beginningOffsets(partitions.keySet()));
    }

    private static void refuseIfShorter(TopicPartition partition, long next, long end) {
        if (next > end) {
            throw new ConnectorException(
                    Category.CONFIG,
                    "partition "
                            + partition
                            + " ends at offset "
                            + end
                            + ", but is to be read from offset "
                            + next
                            + " on, where the snapshot of the topology ends: was the topic deleted"
                            + " and created again? Begin without state in another folder"
                            + " (eyewall.snapshot.dir)",
                    null);
        }
    }

    @Override
    public void release(Map<String, Long> offsets) {
        partitions.forEach(
                (partition, each) -> {
                    Long last = offsets.get(partition.toString());
                    if (last != null) {
                        each.release(last);
                    }
                });
    }

    @Override
    public long gaps() {
        return gaps;
    }

    /**
     * Logs messages that Kafka has deleted before they were read, and counts each such gap; Kafka's
     * consumer skips them silently.
     */
    private void skipDeleted(Map<TopicPartition, Long> beginOffsets) {
        beginOffsets.forEach(
                (partition, begin) -> {
                    PartitionOffsets partitionOffsets = partitions.get(partition);
                    if (partitionOffsets != null && partitionOffsets.nextOffset() < begin) {
                        LOG.warn(
                                "{}: the messages at offsets {} to {} were deleted before they"
                                        + " were read:"
                                        + " the topic's retention is too short ('retention.ms',"
                                        + " 'retention.bytes')",
                                partition,
                                partitionOffsets.nextOffset(),
                                begin - 1);
                        partitionOffsets.skipTo(begin);
                        gaps++;
                    }
                });
    }

    /**
     * Returns whether this task reads a partition. The answer does not depend on the number of
     * partitions, so that partitions do not change tasks when others are added.
     */
    private boolean isMine(TopicPartition partition) {
        return (topics.indexOf(partition.topic()) + partition.partition()) % tasks == task;
    }

    private List<TopicPartition> allPartitions(KafkaConsumer<byte[], byte[]> openConsumer) {
        List<TopicPartition> partitionsOfTopics = new ArrayList<>();
        for (String topic : topics) {
            List<PartitionInfo> partitionsOfTopic = openConsumer.partitionsFor(topic);
            if (partitionsOfTopic == null || partitionsOfTopic.isEmpty()) {
                throw new ConnectorException(
                        Category.RESOURCE, "no topic '" + topic + "': create it", null);
            }
            partitionsOfTopic.stream()
                    .mapToInt(PartitionInfo::partition)
                    .sorted()
                    .forEach(
                            partition ->
                                    partitionsOfTopics.add(new TopicPartition(topic, partition)));
        }
        return partitionsOfTopics;
    }

    Set<TopicPartition> assignedPartitions() {
        return consumer().assignment();
    }

    /** Returns the offset to read next; -1 if this task does not read the partition. */
    long nextOffset(TopicPartition partition) {
        PartitionOffsets partitionOffsets = partitions.get(partition);
        return partitionOffsets == null ? -1 : partitionOffsets.nextOffset();
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        KafkaConsumer<byte[], byte[]> openConsumer = consumer;
        if (openConsumer == null) {
            throw new IllegalStateException("not open");
        }
        return openConsumer;
    }

    @Override
    public List<Incoming> poll() {
        KafkaConsumer<byte[], byte[]> openConsumer = consumer();
        if (partitions.isEmpty()) {
            return List.of(); // more tasks than partitions
        }
        List<Incoming> messages = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> each : openConsumer.poll(Duration.ZERO)) {
            TopicPartition partition = new TopicPartition(each.topic(), each.partition());
            PartitionOffsets offsets = partitions.get(partition);
            if (offsets != null && !isPastEnd(partition, each.offset())) {
                offsets.addRead(each.offset());
                messages.add(new Message(partition, each, offsets.committed()));
            }
        }
        return messages;
    }

    @Override
    public Set<String> partitions() {
        if (endOffsets == null && unended.size() == partitions.size()) {
            return unended.keySet(); // none ever ends
        }
        List<TopicPartition> current =
                partitions.keySet().stream()
                        .filter(each -> !isPastEnd(each, consumer().position(each)))
                        .toList();
        if (current.size() != unended.size()) {
            unended =
                    current.stream()
                            .collect(Collectors.toMap(TopicPartition::toString, each -> each));
        }
        return unended.keySet();
    }

    /** Kafka tells with each answer how much there is behind it. */
    @Override
    public boolean hasReadAll(String partition) {
        TopicPartition unendedPartition = unended.get(partition);
        return unendedPartition != null && consumer().currentLag(unendedPartition).orElse(1L) == 0;
    }

    private boolean isPastEnd(TopicPartition partition, long offset) {
        Map<TopicPartition, Long> ends = endOffsets;
        return ends != null && offset >= ends.getOrDefault(partition, 0L);
    }

    @Override
    public boolean ended() {
        Map<TopicPartition, Long> ends = endOffsets;
        KafkaConsumer<byte[], byte[]> openConsumer = consumer;
        return ends != null
                && openConsumer != null
                && ends.entrySet().stream()
                        .allMatch(end -> openConsumer.position(end.getKey()) >= end.getValue());
    }

    @Override
    public void done(Incoming message) {
        Message doneMessage = (Message) message;
        PartitionOffsets offsets = partitions.get(doneMessage.partition);
        if (offsets != null) {
            offsets.markDone(doneMessage.record.offset());
        }
    }

    @Override
    public void commit() {
        KafkaConsumer<byte[], byte[]> openConsumer = consumer();
        RuntimeException failureOfLastCommit = commitFailure;
        commitFailure = null;
        if (failureOfLastCommit != null) {
            throw failureOfLastCommit;
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = committableOffsets();
        if (!offsets.isEmpty()) {
            openConsumer.commitAsync(
                    offsets,
                    (committed, failure) -> {
                        if (failure == null) {
                            markCommitted(committed);
                        } else if (failure instanceof RuntimeException thrown
                                && !(failure instanceof RetriableException)) {
                            commitFailure = thrown;
                        } // otherwise the next commit includes these offsets again
                    });
        }
        if (Time.nanoTime() - refreshPartitionsAtNs >= 0) {
            claimPartitions(openConsumer);
        }
    }

    /** Returns the offsets to commit: of the partitions in which more is done than committed. */
    private Map<TopicPartition, OffsetAndMetadata> committableOffsets() {
        Map<TopicPartition, OffsetAndMetadata> offsets =
                new TreeMap<>((one, other) -> one.toString().compareTo(other.toString()));
        if (!properties.containsKey(ConsumerConfig.GROUP_ID_CONFIG)) {
            return offsets;
        }
        partitions.forEach(
                (partition, each) -> {
                    if (each.committableOffset() > each.committed()) {
                        offsets.put(partition, new OffsetAndMetadata(each.committableOffset()));
                    }
                });
        return offsets;
    }

    private void markCommitted(Map<TopicPartition, OffsetAndMetadata> committed) {
        committed.forEach(
                (partition, offset) -> {
                    PartitionOffsets partitionOffsets = partitions.get(partition);
                    if (partitionOffsets != null) {
                        partitionOffsets.markCommitted(offset.offset());
                    }
                });
    }

    @Override
    public void close() {
        KafkaConsumer<byte[], byte[]> openConsumer = consumer;
        consumer = null;
        if (openConsumer == null) {
            return;
        }
        try {
            Map<TopicPartition, OffsetAndMetadata> offsets = committableOffsets();
            if (!offsets.isEmpty()) {
                openConsumer.commitSync(offsets, LAST_COMMIT_TIMEOUT);
                markCommitted(offsets);
            }
        } catch (RuntimeException e) {
            // Kafka is not reachable: the last messages are read again, as after a crash.
        } finally {
            openConsumer.close(
                    org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
        }
    }

    /** A Kafka message. */
    private final class Message implements Incoming {
        private final TopicPartition partition;
        private final ConsumerRecord<byte[], byte[]> record;
        private final Position position;

        Message(TopicPartition partition, ConsumerRecord<byte[], byte[]> record, long floor) {
            this.partition = partition;
            this.record = record;
            position = new Position(partition.toString(), record.offset(), floor);
        }

        @Override
        public Position position() {
            return position;
        }

        @Override
        public List<Object> values() throws BadRecordException {
            byte[] value = record.value();
            if (value == null) {
                throw new BadRecordException(
                        "no value: a tombstone, which deletes its key where Kafka compacts", null);
            }
            List<Object> values = decoder.decode(value);
            if (withKey) {
                values = new ArrayList<>(values);
                byte[] key = record.key();
                values.add(key == null ? null : new String(key, StandardCharsets.UTF_8));
            }
            return values;
        }

        @Override
        public String text() {
            byte[] value = record.value();
            return value == null ? "" : Values.preview(value);
        }
    }
}
