package io.eyewall.connectors.kafka;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.progress.Progress;
import io.eyewall.toolkit.sink.TransactionContent;
import io.eyewall.toolkit.sink.TransactionalWriter;
import io.eyewall.toolkit.sink.WrittenSnapshot;
import io.eyewall.toolkit.sink.WrittenTuples;
import io.eyewall.toolkit.snapshot.SnapshotId;
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
final class KafkaWriter implements TransactionalWriter {
    /**
     * The names of the settings of producers. Consumers and admin clients log a warning about those
     * that they do not have.
     */
    private static final Set<String> PRODUCER_SETTINGS = Set.copyOf(ProducerConfig.configNames());

    private final Map<String, Object> properties;
    private final String topic;
    private final Encoder value;
    private final @Nullable Encoder key;
    private final Fn.@Nullable Is<Tuple> deletion;

    /** The settings for writing exactly once; null: at least once. */
    private final KafkaProgress.@Nullable Place exactlyOnce;

    /** The name of a sink that writes snapshots; empty: it does not. */
    private final String transactional;

    private final int task;

    private final WrittenTuples written = new WrittenTuples();
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private Progress progress = new Progress();

    /** The last snapshot that the brokers have of this task; null: none. */
    private @Nullable SnapshotId writtenSnapshot;

    KafkaWriter(
            Map<String, Object> properties,
            String topic,
            Encoder value,
            @Nullable Encoder key,
            Fn.@Nullable Is<Tuple> deletion,
            KafkaProgress.@Nullable Place exactlyOnce,
            String transactional,
            int task) {
        this.properties = new HashMap<>(properties);
        this.topic = topic;
        this.value = value;
        this.key = key;
        this.deletion = deletion;
        this.exactlyOnce = exactlyOnce;
        this.transactional = transactional;
        this.task = task;
        String name = exactlyOnce == null ? transactional : exactlyOnce.sink();
        if (!name.isEmpty()) {
            this.properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, name + "-" + task);
        }
    }

    @Override
    public void open() throws Exception {
        KafkaProducer<byte[], byte[]> opened;
        try {
            opened =
                    new KafkaProducer<>(
                            properties, new ByteArraySerializer(), new ByteArraySerializer());
        } catch (KafkaException e) {
            if (e instanceof ConfigException || e.getCause() instanceof ConfigException) {
                throw new ConnectorException(
                        Category.CONFIG, "Kafka's producer refuses its properties", e);
            }
            throw e;
        }
        producer = opened;
        if (exactlyOnce != null) {
            // Aborts the transaction of an earlier process, and fences off other processes.
            opened.initTransactions();
            progress = KafkaProgress.read(exactlyOnce.sink(), connectionProperties());
        } else if (!transactional.isEmpty()) {
            opened.initTransactions();
            writtenSnapshot =
                    KafkaProgress.readSnapshot(transactional, task, connectionProperties());
        }
    }

    /** Returns the properties that a consumer or an admin client needs to connect as well. */
    private Map<String, Object> connectionProperties() {
        Map<String, Object> connection = new HashMap<>();
        properties.forEach(
                (name, setting) -> {
                    if (name.equals(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)
                            || name.startsWith("security.")
                            || name.startsWith("sasl.")
                            || name.startsWith("ssl.")
                            || !PRODUCER_SETTINGS.contains(name)) {
                        connection.put(name, setting);
                    }
                });
        return connection;
    }

    private KafkaProducer<byte[], byte[]> producer() {
        KafkaProducer<byte[], byte[]> openProducer = producer;
        if (openProducer == null) {
            throw new IllegalStateException("not open");
        }
        return openProducer;
    }

    @Override
    public int write(List<Tuple> tuples) throws Exception {
        KafkaProducer<byte[], byte[]> openProducer = producer();
        try {
            if (exactlyOnce == null) {
                writeIndividually(openProducer, tuples);
                return tuples.size();
            }
            return writeInTransaction(openProducer, exactlyOnce, tuples);
        } catch (KafkaException e) {
            throw classify(e);
        }
    }

    @Override
    public int writeSnapshot(SnapshotId snapshot, List<Tuple> tuples) throws Exception {
        KafkaProducer<byte[], byte[]> openProducer = producer();
        if (!WrittenSnapshot.isMissing(
                snapshot, writtenSnapshot, "Kafka", transactional, "give the sink another name")) {
            return 0;
        }
        try {
            List<ProducerRecord<byte[], byte[]>> records = toRecords(tuples);
            records.add(KafkaProgress.toRecord(transactional, task, snapshot));
            openProducer.beginTransaction();
            send(openProducer, records);
            openProducer.commitTransaction();
        } catch (BadRecordException e) {
            throw WrittenSnapshot.unwritable(snapshot, e);
        } catch (KafkaException e) {
            throw classify(e);
        }
        writtenSnapshot = snapshot;
        return tuples.size();
    }

    /**
     * Returns a ConnectorException if the failure is not worth a retry, else the failure itself.
     * After a producer's first failure all of its calls fail, with the first failure as their
     * cause.
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
     * Writes without a transaction. Kafka confirms each record, so records that it has stored are
     * not sent again when another record was refused.
     */
    private void writeIndividually(KafkaProducer<byte[], byte[]> openProducer, List<Tuple> tuples)
            throws Exception {
        List<Tuple> unwritten = written.unwritten(tuples);
        List<ProducerRecord<byte[], byte[]>> records =
                toRecords(unwritten); // fails for bad tuples before anything is sent
        Exception failure = null;
        try {
            List<Future<?>> sent = new ArrayList<>(records.size());
            for (ProducerRecord<byte[], byte[]> each : records) {
                sent.add(openProducer.send(each));
            }
            openProducer.flush();
            for (int i = 0; i < unwritten.size(); i++) {
                try {
                    sent.get(i).get();
                    written.addWritten(unwritten.get(i));
                } catch (ExecutionException e) {
                    failure = failure == null ? e : failure;
                }
            }
        } finally {
            written.expectRetry(tuples);
        }
        if (failure != null) {
            throw badRecordIfTooLarge(
                    failure.getCause() instanceof Exception cause ? cause : failure);
        }
    }

    private int writeInTransaction(
            KafkaProducer<byte[], byte[]> openProducer,
            KafkaProgress.Place settings,
            List<Tuple> tuples)
            throws Exception {
        List<ProducerRecord<byte[], byte[]>> allRecords =
                toRecords(tuples); // fails for bad tuples before anything is sent
        TransactionContent content =
                TransactionContent.select(tuples, settings.positionField(), progress);
        if (content.tuples().isEmpty()) {
            return 0;
        }
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < tuples.size() && next < content.tuples().size(); i++) {
            if (tuples.get(i) == content.tuples().get(next)) {
                records.add(allRecords.get(i));
                next++;
            }
        }
        for (String lane : content.lanes()) {
            records.add(KafkaProgress.toRecord(settings.sink(), task, lane, progress));
        }
        openProducer.beginTransaction();
        try {
            send(openProducer, records);
        } catch (BadRecordException e) {
            openProducer.abortTransaction();
            progress = KafkaProgress.read(settings.sink(), connectionProperties());
            throw e;
        }
        openProducer.commitTransaction();
        return content.tuples().size();
    }

    private List<ProducerRecord<byte[], byte[]>> toRecords(List<Tuple> tuples)
            throws BadRecordException {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(tuples.size());
        for (Tuple tuple : tuples) {
            boolean isDeletion = deletion != null && deletion.test(tuple);
            records.add(
                    new ProducerRecord<>(
                            topic,
                            key == null ? null : key.encode(tuple),
                            isDeletion ? null : value.encode(tuple)));
        }
        return records;
    }

    /** Sends records and waits until the brokers have stored them. */
    private static void send(
            KafkaProducer<byte[], byte[]> openProducer,
            List<ProducerRecord<byte[], byte[]>> records)
            throws Exception {
        List<Future<?>> sent = new ArrayList<>(records.size());
        try {
            for (ProducerRecord<byte[], byte[]> each : records) {
                sent.add(openProducer.send(each));
            }
            openProducer.flush();
            for (Future<?> each : sent) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw badRecordIfTooLarge(e.getCause() instanceof Exception cause ? cause : e);
        } catch (KafkaException e) {
            throw badRecordIfTooLarge(e);
        }
    }

    /**
     * Returns a BadRecordException if the failure was caused by a record that is too large; such a
     * record makes all later calls of its transaction fail as well. Else returns the failure
     * itself.
     */
    private static Exception badRecordIfTooLarge(Exception e) {
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
        KafkaProducer<byte[], byte[]> openProducer = producer;
        producer = null;
        if (openProducer != null) {
            openProducer.close(Duration.ZERO);
        }
    }
}
