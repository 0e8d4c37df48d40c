package io.eyewall.benchmarks.codec;

import io.eyewall.nativetask.codec.KryoReader;
import io.eyewall.nativetask.codec.KryoWriter;
import io.eyewall.nativetask.codec.ValueType;
import io.eyewall.nativetask.codec.ValuesCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.serialization.KryoTupleDeserializer;
import org.apache.storm.serialization.KryoTupleSerializer;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How long does a whole (word, count) payload take to be written and read again: by Storm's own
 * classes, as its workers do it, and by {@link ValuesCodec}? The bytes are the same. {@code
 * native/kryo/bench} asks the same of C++; {@code benchmarks/native-codec} shows all of them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
    private static final List<String> WORDS =
            List.of("nathan", "storm", "golda", "bertels", "jackson", "mike", "the", "moon");
    private static final int TASK = 1;
    private static final int STREAM = 1;
    private static final int TUPLES = 1024;
    private static final long ROOT = 1234567;
    private static final long ID = 7654321;

    /** Written before the first of them is read, as it is between workers. */
    private static final int BATCH = 64;

    private final List<Values> values = new ArrayList<>();
    private final List<Tuple> unanchored = new ArrayList<>();
    private final List<Tuple> anchored = new ArrayList<>();
    private final byte[][] batch = new byte[BATCH][];
    private final KryoWriter writer = new KryoWriter(64 * BATCH);
    private final KryoReader reader = new KryoReader();
    private final ValuesCodec codec = ValuesCodec.of(ValueType.STRING, ValueType.LONG);
    private final Object[] read = new Object[2];
    private KryoTupleSerializer serializer;
    private KryoTupleDeserializer deserializer;
    private int next;

    /** Makes the tuples, and what Storm writes and reads them with. */
    @Setup
    public void start() {
        Map<String, Object> conf = Utils.readDefaultConfig();
        var builder = new TopologyBuilder();
        builder.setSpout("spout", new TestWordSpout());
        var context =
                new GeneralTopologyContext(
                        builder.createTopology(),
                        conf,
                        Map.of(TASK, "spout"),
                        Map.of("spout", List.of(TASK)),
                        Map.of("spout", Map.of("default", new Fields("word", "count"))),
                        "topology");
        serializer = new KryoTupleSerializer(conf, context);
        deserializer = new KryoTupleDeserializer(conf, context);
        for (int i = 0; i < TUPLES; i++) {
            var tuple = new Values(WORDS.get(i % WORDS.size()), i * 37L);
            values.add(tuple);
            unanchored.add(
                    new TupleImpl(
                            context, tuple, "spout", TASK, "default", MessageId.makeUnanchored()));
            anchored.add(
                    new TupleImpl(
                            context,
                            tuple,
                            "spout",
                            TASK,
                            "default",
                            MessageId.makeId(Map.of(ROOT, ID))));
        }
    }

    private int next() {
        return next++ & (TUPLES - 1);
    }

    /** Storm's classes; the tuple belongs to no tree. */
    @Benchmark
    public Tuple storm() {
        return deserializer.deserialize(serializer.serialize(unanchored.get(next())));
    }

    /** Storm's classes; the tuple belongs to one tree. */
    @Benchmark
    public Tuple stormAnchored() {
        return deserializer.deserialize(serializer.serialize(anchored.get(next())));
    }

    /** Storm's classes, a batch of tuples that belong to no tree. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void stormBatch(Blackhole sink) {
        stormBatch(unanchored, sink);
    }

    /** Storm's classes, a batch of tuples that belong to one tree. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void stormBatchAnchored(Blackhole sink) {
        stormBatch(anchored, sink);
    }

    private void stormBatch(List<Tuple> tuples, Blackhole sink) {
        for (int i = 0; i < BATCH; i++) {
            batch[i] = serializer.serialize(tuples.get(next()));
        }
        for (byte[] message : batch) {
            sink.consume(deserializer.deserialize(message));
        }
    }

    /** Ours; the tuple belongs to no tree. */
    @Benchmark
    public void ours(Blackhole sink) {
        writer.clear();
        write(0);
        reader.reset(writer.buffer(), 0, writer.size());
        read(0, sink);
    }

    /** Ours; the tuple belongs to one tree. */
    @Benchmark
    public void oursAnchored(Blackhole sink) {
        writer.clear();
        write(1);
        reader.reset(writer.buffer(), 0, writer.size());
        read(1, sink);
    }

    /** Ours, a batch of tuples that belong to no tree. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void oursBatch(Blackhole sink) {
        oursBatch(0, sink);
    }

    /** Ours, a batch of tuples that belong to one tree. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void oursBatchAnchored(Blackhole sink) {
        oursBatch(1, sink);
    }

    private void oursBatch(int trees, Blackhole sink) {
        writer.clear();
        for (int i = 0; i < BATCH; i++) {
            write(trees);
        }
        reader.reset(writer.buffer(), 0, writer.size());
        for (int i = 0; i < BATCH; i++) {
            read(trees, sink);
        }
    }

    private void write(int trees) {
        writer.writeVarint(TASK);
        writer.writeVarint(STREAM);
        writer.writeVarint(trees);
        if (trees > 0) {
            writer.writeFixedLong(ROOT);
            writer.writeFixedLong(ID);
        }
        codec.write(writer, values.get(next()));
    }

    private void read(int trees, Blackhole sink) {
        sink.consume(reader.readVarint() + reader.readVarint() + reader.readVarint());
        if (trees > 0) {
            sink.consume(reader.readFixedLong());
            sink.consume(reader.readFixedLong());
        }
        readValues(sink);
    }

    private void readValues(Blackhole sink) {
        codec.read(reader, read);
        sink.consume(read[0]);
        sink.consume(read[1]);
    }
}
