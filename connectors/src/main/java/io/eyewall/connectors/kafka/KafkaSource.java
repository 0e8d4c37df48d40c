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
 * Makes a spout that reads topics, at least once. Each task reads its share of the partitions, by
 * their order: no group of consumers has to agree on them, so a restart waits for nobody. Offsets
 * are committed for the group when the messages before them are done. Partitions that are added
 * later are found within half a minute.
 *
 * <p>Fields: those of the decoder ({@code value}, a text), then {@code key} if asked for, {@code
 * position} if asked for.
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
        properties.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 15_000); // what partitions there are
    }

    /**
     * Begins one.
     *
     * @param bootstrap {@code host:port,...}
     * @param group offsets are kept under this name
     * @param topics must exist
     */
    public static KafkaSource of(String bootstrap, String group, String... topics) {
        if (group.isEmpty()) {
            throw new IllegalArgumentException("no name of a group, under which offsets are kept");
        }
        return new KafkaSource(bootstrap, group, list(topics));
    }

    private static List<String> list(String... topics) {
        if (topics.length == 0) {
            throw new IllegalArgumentException("no topics to read");
        }
        return new ArrayList<>(Arrays.asList(topics));
    }

    /** The same, but from the beginning whenever the topology starts: no offsets are kept. */
    public static KafkaSource anew(String bootstrap, String... topics) {
        return new KafkaSource(bootstrap, "", list(topics));
    }

    /** Sets the decoder of values; UTF-8 in a field {@code value} by default. */
    public KafkaSource decode(Decoder with) {
        decoder = with;
        return this;
    }

    /** Adds a field {@code key}: the key as text, or null. */
    public KafkaSource withKey() {
        withKey = true;
        return this;
    }

    /** Ends where the partitions end when it starts. */
    public KafkaSource untilEnd() {
        untilEnd = true;
        return this;
    }

    /** Any property of Kafka's consumer, such as those of {@code security}. */
    public KafkaSource property(String name, Object value) {
        properties.put(name, value);
        return this;
    }

    @Override
    protected KafkaSource self() {
        return this;
    }

    /** The spout. */
    public SourceSpout build() {
        List<String> fields = new ArrayList<>(decoder.fields().toList());
        if (withKey) {
            fields.add("key");
        }
        Map<String, Object> consumer = new HashMap<>(properties);
        consumer.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        List<String> read = topics;
        Decoder values = decoder;
        boolean key = withKey;
        boolean end = untilEnd;
        return spout(
                (task, tasks, conf) ->
                        new KafkaReader(consumer, read, values, key, end, task, tasks),
                new Fields(fields));
    }
}
