package io.eyewall.connectors.kafka;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.storm.tuple.Fields;

/**
 * Builds a spout that reads topics, at least once. Each task reads a fixed share of the partitions,
 * by their numbers; there is no consumer-group rebalancing, so a restart does not wait for other
 * consumers. Offsets are committed for the group when all messages before them are done. Partitions
 * that are added later are found within half a minute.
 *
 * <p>Fields: the decoder's ({@code value}, a string, by default), then {@code key} and {@code
 * position} if requested.
 */
public final class KafkaSource extends SourceBuilder<KafkaSource> {
    private final Map<String, Object> properties = new HashMap<>();
    private final List<String> topics;
    private Decoder decoder = Decoder.text("value");
    private boolean withKey;
    private boolean untilEnd;

    private KafkaSource(String bootstrap, String group, List<String> topics) {
        this.topics = topics;
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        if (!group.isEmpty()) {
            properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        }
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
        // The consumer finds new partitions after this time at the latest.
        properties.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 15_000);
    }

    /**
     * Starts building a source.
     *
     * @param bootstrap {@code host:port,...}
     * @param group the consumer group whose committed offsets are used
     * @param topics the topics, which must exist
     */
    public static KafkaSource of(String bootstrap, String group, String... topics) {
        if (group.isEmpty()) {
            throw new IllegalArgumentException(
                    "the consumer group, under which offsets are committed, has an empty name");
        }
        return new KafkaSource(bootstrap, group, nonEmptyList(topics));
    }

    private static List<String> nonEmptyList(String... topics) {
        if (topics.length == 0) {
            throw new IllegalArgumentException("no topics to read");
        }
        return new ArrayList<>(Arrays.asList(topics));
    }

    /**
     * Starts building a source that reads from the beginning at each start and commits no offsets.
     */
    public static KafkaSource anew(String bootstrap, String... topics) {
        return new KafkaSource(bootstrap, "", nonEmptyList(topics));
    }

    /** Sets the decoder of values; UTF-8 in a field {@code value} by default. */
    public KafkaSource decode(Decoder messageDecoder) {
        decoder = messageDecoder;
        return this;
    }

    /** Adds a field {@code key}: the key as text, or null. */
    public KafkaSource withKey() {
        withKey = true;
        return this;
    }

    /** Ends the source at the offsets where the partitions end when it starts. */
    public KafkaSource untilEnd() {
        untilEnd = true;
        return this;
    }

    /** Sets a property of Kafka's consumer, such as those of {@code security}. */
    public KafkaSource property(String name, Object value) {
        properties.put(name, value);
        return this;
    }

    @Override
    protected KafkaSource self() {
        return this;
    }

    /** Returns the spout. */
    public SourceSpout build() {
        List<String> fields = new ArrayList<>(decoder.fields().toList());
        if (withKey) {
            fields.add("key");
        }
        // Local copies, as the serialized factory must not capture this builder.
        Map<String, Object> consumer = new HashMap<>(properties);
        consumer.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        List<String> topicList = topics;
        Decoder valueDecoder = decoder;
        boolean addsKey = withKey;
        boolean stopsAtEnd = untilEnd;
        return spout(
                (task, tasks, conf) ->
                        new KafkaReader(
                                consumer,
                                topicList,
                                valueDecoder,
                                addsKey,
                                stopsAtEnd,
                                task,
                                tasks),
                new Fields(fields));
    }
}
