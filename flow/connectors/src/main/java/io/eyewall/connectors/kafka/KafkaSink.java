package io.eyewall.connectors.kafka;

import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Builds a bolt that writes to a topic, at least once; a tuple is acked when all in-sync replicas
 * have stored it. With {@link #exactlyOnce} each position of a source is written exactly once, and
 * with {@link #transactional} each snapshot, by Kafka's transactions.
 */
public final class KafkaSink extends SinkBuilder<KafkaSink> {
    private final Map<String, Object> properties = new HashMap<>();
    private final String topic;
    private Encoder value = Encoder.field("value");
    private @Nullable Encoder key;

    /** Tells which tuples delete their key; null: none does. */
    private Fn.@Nullable Is<Tuple> deletion;

    /** The settings for writing exactly once; null: at least once. */
    private KafkaProgress.@Nullable Place progressSettings;

    /** The name of a sink that writes snapshots; empty: it does not. */
    private String transactionalName = "";

    private KafkaSink(String bootstrap, String topic) {
        super(SinkOptions.DEFAULT);
        this.topic = topic;
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0); // the bolt forms the batches
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 20_000);
    }

    /**
     * Starts building a sink.
     *
     * @param bootstrap {@code host:port,...}
     * @param topic the topic, which must exist unless the brokers create topics by themselves
     */
    public static KafkaSink of(String bootstrap, String topic) {
        return new KafkaSink(bootstrap, topic);
    }

    /** Sets the encoder of a message's value; the field {@code value} by default. */
    public KafkaSink value(Encoder encoder) {
        value = encoder;
        return this;
    }

    /** Sets the encoder of a message's key; none by default. */
    public KafkaSink key(Encoder encoder) {
        key = encoder;
        return this;
    }

    /**
     * Writes each position exactly once, despite failures and {@code kill -9}. Readers must use
     * {@code read_committed}, as {@link KafkaSource} does. The written positions are recorded in
     * the compacted topic {@code eyewall-progress}, in the same transactions. Group the tuples by a
     * value that is the same in each replay.
     *
     * @param name the sink's name, unique on these brokers; under another name everything is
     *     written again
     * @param positionField the field that holds a {@link io.eyewall.toolkit.progress.Position}
     */
    public KafkaSink exactlyOnce(String name, String positionField) {
        progressSettings = new KafkaProgress.Place(name, positionField);
        return this;
    }

    /**
     * Writes each snapshot of the topology ({@code eyewall.snapshot.dir}) in one transaction, with
     * its number in the compacted topic {@code eyewall-progress}: each message exactly once,
     * whatever operators are before the sink, despite failures and {@code kill -9}. Messages appear
     * to readers with {@code read_committed} when their snapshot is whole.
     *
     * @param name the sink's name, unique on these brokers
     */
    public KafkaSink transactional(String name) {
        transactionalName = KafkaProgress.checkName(name);
        writeSnapshots();
        return this;
    }

    /**
     * Makes tuples for which a condition holds send their key without a value, which deletes the
     * key from a compacted topic.
     *
     * @param condition reads a tuple
     */
    public KafkaSink deleteIf(Fn.Is<Tuple> condition) {
        deletion = condition;
        return this;
    }

    /** Sets a property of Kafka's producer, such as those of {@code security}. */
    public KafkaSink property(String property, Object setting) {
        properties.put(property, setting);
        return this;
    }

    @Override
    protected KafkaSink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        // Local copies, as the serialized factory must not capture this builder.
        Map<String, Object> producer = new HashMap<>(properties);
        String targetTopic = topic;
        Encoder valueEncoder = value;
        Encoder keyEncoder = key;
        Fn.Is<Tuple> tupleDeletion = deletion;
        if (tupleDeletion != null && keyEncoder == null) {
            throw new IllegalStateException("deleteIf needs a key");
        }
        KafkaProgress.Place progress = transactionalName.isEmpty() ? progressSettings : null;
        String name = transactionalName;
        return bolt(
                (task, tasks, conf) ->
                        new KafkaWriter(
                                producer,
                                targetTopic,
                                valueEncoder,
                                keyEncoder,
                                tupleDeletion,
                                progress,
                                name,
                                task));
    }
}
