package io.eyewall.connectors.kafka;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.progress.Progress;
import io.eyewall.toolkit.sink.SinkWriter;
import io.eyewall.toolkit.sink.Writing;
import io.eyewall.toolkit.sink.WrittenTuples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Writes the batches of one task with a producer; in transactions for exactly-once sinks. */
final class KafkaWriter implements SinkWriter {
    /** The names of producer settings, of which a consumer or an admin client would warn. */
    private static final Set<String> ONLY_PRODUCERS = Set.copyOf(ProducerConfig.configNames());

    private final Map<String, Object> properties;
    private final String topic;
    private final Encoder value;
    private final @Nullable Encoder key;
    private final KafkaProgress.@Nullable Place place;
    private final int task;

    private final WrittenTuples taken = new WrittenTuples();
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private Progress progress = new Progress();

    KafkaWriter(
            Map<String, Object> properties,
            String topic,
            Encoder value,
            @Nullable Encoder key,
            KafkaProgress.@Nullable Place place,
            int task) {
        this.properties = new HashMap<>(properties);
        this.topic = topic;
        this.value = value;
        this.key = key;
        this.place = place;
        this.task = task;
        if (place != null) {
            this.properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, place.sink() + "-" + task);
        }
    }

    @Override
    public void open() throws Exception {
        KafkaProducer<byte[], byte[]> made;
        try {
            made =
                    new KafkaProducer<>(
                            properties, new ByteArraySerializer(), new ByteArraySerializer());
        } catch (KafkaException e) {
            if (e instanceof ConfigException || e.getCause() instanceof ConfigException) {
                throw new ConnectorException(
                        Category.CONFIG, "Kafka's producer refuses its properties", e);
            }
            throw e;
        }
        producer = made;
        if (place != null) {
            // Aborts the transaction of an earlier process, and fences off other processes.
            made.initTransactions();
            progress = KafkaProgress.read(place.sink(), connection());
        }
    }

    private Map<String, Object> connection() {
        Map<String, Object> connection = new HashMap<>();
        properties.forEach(
                (name, setting) -> {
                    if (name.equals(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)
                            || name.startsWith("security.")
                            || name.startsWith("sasl.")
                            || name.startsWith("ssl.")
                            || !ONLY_PRODUCERS.contains(name)) {
                        connection.put(name, setting);
                    }
                });
        return connection;
    }

    @Override
    public int write(List<Tuple> tuples) throws Exception {
        KafkaProducer<byte[], byte[]> open = producer;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        try {
            if (place == null) {
                writeEach(open, tuples);
                return tuples.size();
            }
            return writeOnce(open, place, tuples);
        } catch (KafkaException e) {
            throw classify(e);
        }
    }

    /**
     * Classifies a failure. After the first failure every call of a producer fails, with the first
     * as its cause.
     */
    private Exception classify(KafkaException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException
                    || cause instanceof InvalidProducerEpochException) {
                return new ConnectorException(
                        Category.FENCED,
                        "another process writes as '"
                                + properties.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG)
                                + "': end one of them, or give their sinks two names",
                        e);
            }
            if (cause instanceof AuthenticationException
                    || cause instanceof AuthorizationException
                    || cause instanceof InvalidTopicException) {
                return new ConnectorException(
                        Category.CONFIG, "Kafka refuses topic '" + topic + "'", e);
            }
        }
        return e;
    }

    /**
     * Writes tuples individually: Kafka confirms each record, so a refused one does not make others
     * be sent again.
     */
    private void writeEach(KafkaProducer<byte[], byte[]> open, List<Tuple> tuples)
            throws Exception {
        List<Tuple> missing = taken.missing(tuples);
        List<ProducerRecord<byte[], byte[]>> records =
                records(missing); // fails for bad tuples before anything is sent
        Exception failure = null;
        try {
            List<Future<?>> sent = new ArrayList<>(records.size());
            for (ProducerRecord<byte[], byte[]> each : records) {
                sent.add(open.send(each));
            }
            open.flush();
            for (int i = 0; i < missing.size(); i++) {
                try {
                    sent.get(i).get();
                    taken.add(missing.get(i));
                } catch (ExecutionException e) {
                    failure = failure == null ? e : failure;
                }
            }
        } finally {
            taken.failed(tuples); // has no effect after a success: these tuples do not come again
        }
        if (failure != null) {
            throw bad(failure.getCause() instanceof Exception cause ? cause : failure);
        }
    }

    private int writeOnce(
            KafkaProducer<byte[], byte[]> open, KafkaProgress.Place to, List<Tuple> tuples)
            throws Exception {
        List<ProducerRecord<byte[], byte[]>> all =
                records(tuples); // fails for bad tuples before anything is sent
        Writing writing = Writing.of(tuples, to.positionField(), progress);
        if (writing.tuples().isEmpty()) {
            return 0;
        }
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < tuples.size() && next < writing.tuples().size(); i++) {
            if (tuples.get(i) == writing.tuples().get(next)) {
                records.add(all.get(i));
                next++;
            }
        }
        for (String lane : writing.lanes()) {
            records.add(KafkaProgress.record(to.sink(), task, lane, progress));
        }
        open.beginTransaction();
        try {
            send(open, records);
        } catch (BadRecordException e) {
            open.abortTransaction();
            progress = KafkaProgress.read(to.sink(), connection());
            throw e;
        }
        open.commitTransaction();
        return writing.tuples().size();
    }

    private List<ProducerRecord<byte[], byte[]>> records(List<Tuple> tuples)
            throws BadRecordException {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(tuples.size());
        for (Tuple tuple : tuples) {
            records.add(
                    new ProducerRecord<>(
                            topic, key == null ? null : key.encode(tuple), value.encode(tuple)));
        }
        return records;
    }

    /** Sends records and returns when the brokers have stored them. */
    private static void send(
            KafkaProducer<byte[], byte[]> open, List<ProducerRecord<byte[], byte[]>> records)
            throws Exception {
        List<Future<?>> sent = new ArrayList<>(records.size());
        try {
            for (ProducerRecord<byte[], byte[]> each : records) {
                sent.add(open.send(each));
            }
            open.flush();
            for (Future<?> each : sent) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw bad(e.getCause() instanceof Exception cause ? cause : e);
        } catch (KafkaException e) {
            throw bad(e);
        }
    }

    /**
     * Returns a BadRecordException if a record was too large, which makes all later calls of a
     * transaction fail, too.
     */
    private static Exception bad(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof RecordTooLargeException
                    || cause instanceof RecordBatchTooLargeException) {
                return new BadRecordException("Kafka refuses the record", cause);
            }
        }
        return e;
    }

    @Override
    public void close() {
        KafkaProducer<byte[], byte[]> open = producer;
        producer = null;
        if (open != null) {
            open.close(Duration.ZERO);
        }
    }
}
