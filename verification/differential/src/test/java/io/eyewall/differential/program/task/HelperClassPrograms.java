package io.eyewall.differential.program.task;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.BoltTask;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Scratch;
import io.eyewall.differential.stage.Stage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.lambda.SerializableCallable;
import org.apache.storm.metric.internal.RateTracker;
import org.apache.storm.spout.IMultiSchemableSpout;
import org.apache.storm.spout.ISchemableSpout;
import org.apache.storm.spout.MultiScheme;
import org.apache.storm.spout.RawMultiScheme;
import org.apache.storm.spout.RawScheme;
import org.apache.storm.spout.Scheme;
import org.apache.storm.state.BaseBinaryStateIterator;
import org.apache.storm.state.DefaultStateEncoder;
import org.apache.storm.state.DefaultStateSerializer;
import org.apache.storm.state.StateEncoder;
import org.apache.storm.testing.AckFailDelegate;
import org.apache.storm.testing.AckFailMapTracker;
import org.apache.storm.testing.BoltTracker;
import org.apache.storm.testing.FeederSpout;
import org.apache.storm.testing.NonRichBoltTracker;
import org.apache.storm.testing.PrepareBatchBolt;
import org.apache.storm.testing.SpoutTracker;
import org.apache.storm.testing.TestKryoDecorator;
import org.apache.storm.testing.TestSerObject;
import org.apache.storm.testing.TmpPath;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.BatchHelper;
import org.apache.storm.utils.BufferFileInputStream;
import org.apache.storm.utils.CRC32OutputStream;
import org.apache.storm.utils.IPredicate;
import org.apache.storm.utils.RegisteredGlobalState;
import org.apache.storm.utils.SecurityUtils;
import org.apache.storm.utils.ShellUtils;
import org.apache.storm.utils.TimeCacheMap;
import org.apache.storm.utils.WritableUtils;

/** Programs about the helpers of storm-client for connectors, states and tests. */
public final class HelperClassPrograms {
    private HelperClassPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "batch-helper",
                        "A bolt collects tuples and acks or fails them together.",
                        "utils/BatchHelper.java",
                        HelperClassPrograms::batchHelper),
                Program.of(
                        "helpers-of-files-and-bytes",
                        "Reading files in blocks, checksums, strings and numbers as bytes.",
                        "utils/WritableUtils.java",
                        HelperClassPrograms::bytes),
                Program.of(
                        "helpers-of-processes",
                        "Commands of the system, and what becomes of those that fail.",
                        "utils/ShellUtils.java",
                        HelperClassPrograms::processes),
                Program.of(
                        "helpers-of-time",
                        "Entries that expire, and rates.",
                        "utils/TimeCacheMap.java",
                        HelperClassPrograms::expiring),
                Program.of(
                        "schemable-spouts",
                        "A spout that is given its scheme after it was made.",
                        "spout/ISchemableSpout.java",
                        HelperClassPrograms::schemes),
                Program.of(
                        "state-encoding",
                        "Keys and values of a state as bytes, and an iterator over them.",
                        "state/DefaultStateEncoder.java",
                        HelperClassPrograms::encoding),
                Program.of(
                        "trackers-of-tests",
                        "Spouts and bolts that count what those inside them do.",
                        "testing/SpoutTracker.java",
                        HelperClassPrograms::trackers),
                Program.of(
                        "objects-of-tests",
                        "A decorator registers a class; a bolt gives each tuple a batch of its own.",
                        "testing/TestKryoDecorator.java",
                        HelperClassPrograms::testObjects));
    }

    private static void batchHelper(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(7));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            BatchHelper batch = batch(task);
                            if (!batch.shouldHandle(tuple)) {
                                batch.fail(new IllegalStateException("a tick")); // the seventh
                                return;
                            }
                            batch.addBatch(tuple);
                            if (batch.shouldFlush()) {
                                task.note("flushed", batch.getBatchTuples().size());
                                batch.ack();
                            }
                        });
        builder.setBolt("sink", bolt)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 3)
                .shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 6);
        stage.await("failed", 1);
        stage.fact("flushed", stage.probe().notes("flushed"));
        stage.fact("acked", stage.sorted("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static BatchHelper batch(BoltTask task) {
        return (BatchHelper)
                task.memory().computeIfAbsent("batch", key -> new BatchHelper(3, task.collector()));
    }

    private static void bytes(Stage stage) throws Exception {
        Path file = Scratch.file("ten.bin", "0123456789".getBytes(StandardCharsets.US_ASCII));
        BufferFileInputStream blocks = new BufferFileInputStream(file.toString(), 4);
        List<String> read = new ArrayList<>();
        byte[] block = blocks.read();
        while (block.length > 0) {
            read.add(new String(block, StandardCharsets.US_ASCII));
            block = blocks.read();
        }
        blocks.close();
        stage.fact("blocks", read);
        try (CRC32OutputStream checksum = new CRC32OutputStream()) {
            checksum.write("check".getBytes(StandardCharsets.US_ASCII), 0, 5);
            checksum.write('!');
            stage.fact("checksum", checksum.getValue());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        WritableUtils.writeString(out, "text");
        WritableUtils.writeCompressedString(out, "compressed");
        WritableUtils.writeStringArray(out, new String[] {"a", "b"});
        WritableUtils.writeVLong(out, 123_456_789_012L);
        WritableUtils.writeVInt(out, -5);
        stage.fact("sizes", List.of(WritableUtils.getVIntSize(300), WritableUtils.getVIntSize(5)));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        stage.fact("string", WritableUtils.readString(in));
        stage.fact("compressed", WritableUtils.readCompressedString(in));
        stage.fact("array", List.of(WritableUtils.readStringArray(in)));
        stage.fact("long", WritableUtils.readVLong(in));
        stage.fact("int", WritableUtils.readVInt(in));
        stage.fact(
                "keyStores",
                List.of(
                        SecurityUtils.inferKeyStoreTypeFromPath("a.p12"),
                        SecurityUtils.inferKeyStoreTypeFromPath("a.jks")));
        try (TmpPath path = new TmpPath()) {
            stage.fact("isNew", !path.getFile().exists() && path.getPath() != null);
        }
    }

    private static void processes(Stage stage) throws Exception {
        ShellUtils.ShellCommandExecutor echo =
                new ShellUtils.ShellCommandExecutor(new String[] {"echo", "hello"});
        echo.execute();
        stage.fact("output", echo.getOutput().trim());
        stage.fact("exitCode", echo.getExitCode());
        try {
            new ShellUtils.ShellCommandExecutor(new String[] {"sh", "-c", "exit 3"}).execute();
        } catch (ShellUtils.ExitCodeException e) {
            stage.fact("failed", e.getExitCode());
        }
        stage.fact("knownSystem", ShellUtils.osType != ShellUtils.OSType.OS_TYPE_OTHER);
    }

    @SuppressWarnings("deprecation") // users may still use it
    private static void expiring(Stage stage) throws Exception {
        Map<String, Integer> expired = Collections.synchronizedMap(new TreeMap<>());
        TimeCacheMap<String, Integer> cache =
                new TimeCacheMap<>(1, (TimeCacheMap.ExpiredCallback<String, Integer>) expired::put);
        cache.put("a", 1);
        stage.fact("found", List.of(cache.get("a"), cache.containsKey("b"), cache.size()));
        stage.awaitTrue("expiry", () -> expired.containsKey("a"));
        stage.fact("expired", new TreeMap<>(expired));
        cache.cleanup();
        try (RateTracker rate = new RateTracker(10_000, 10)) {
            stage.fact("rateAtFirst", rate.reportRate());
            rate.notify(5);
            stage.fact("rateIsPositive", rate.reportRate() > 0);
        }
        IPredicate<Integer> even = n -> n % 2 == 0;
        SerializableCallable<Integer> four = () -> 4;
        stage.fact("even", even.test(four.call()));
    }

    /** A spout that stores its scheme. */
    private static final class Schemable implements ISchemableSpout {
        private Scheme scheme;

        @Override
        public Scheme getScheme() {
            return scheme;
        }

        @Override
        public void setScheme(Scheme scheme) {
            this.scheme = scheme;
        }
    }

    /** A spout that stores a scheme which converts one message to several tuples. */
    private static final class MultiSchemable implements IMultiSchemableSpout {
        private MultiScheme scheme;

        @Override
        public MultiScheme getScheme() {
            return scheme;
        }

        @Override
        public void setScheme(MultiScheme scheme) {
            this.scheme = scheme;
        }
    }

    private static void schemes(Stage stage) {
        Schemable one = new Schemable();
        one.setScheme(new RawScheme());
        stage.fact("fields", one.getScheme().getOutputFields().toList());
        MultiSchemable many = new MultiSchemable();
        many.setScheme(new RawMultiScheme());
        stage.fact("fieldsOfMany", many.getScheme().getOutputFields().toList());
    }

    /** Iterates over the pending entries only; nothing has been stored. */
    private static final class Entries extends BaseBinaryStateIterator<String, Integer> {
        private final DefaultStateEncoder<String, Integer> encoder;

        Entries(
                List<Map.Entry<byte[], byte[]>> pending,
                List<Map.Entry<byte[], byte[]>> committing,
                DefaultStateEncoder<String, Integer> encoder) {
            super(pending.iterator(), committing.iterator());
            this.encoder = encoder;
        }

        @Override
        protected Iterator<Map.Entry<byte[], byte[]>> loadChunkFromStateStorage() {
            return Collections.emptyIterator();
        }

        @Override
        protected boolean isEndOfDataFromStorage() {
            return true;
        }

        @Override
        protected String decodeKey(byte[] key) {
            return encoder.decodeKey(key);
        }

        @Override
        protected Integer decodeValue(byte[] value) {
            return encoder.decodeValue(value);
        }

        @Override
        protected boolean isTombstoneValue(byte[] value) {
            return java.util.Arrays.equals(value, encoder.getTombstoneValue());
        }
    }

    private static void encoding(Stage stage) {
        DefaultStateEncoder<String, Integer> encoder =
                new DefaultStateEncoder<>(
                        new DefaultStateSerializer<>(), new DefaultStateSerializer<>());
        StateEncoder<String, Integer, byte[], byte[]> plain = encoder;
        stage.fact("key", plain.decodeKey(plain.encodeKey("a")));
        stage.fact("value", plain.decodeValue(plain.encodeValue(1)));
        stage.fact("isTombstone", encoder.decodeValue(encoder.getTombstoneValue()) == null);
        List<Map.Entry<byte[], byte[]>> pending =
                List.of(
                        Map.entry(encoder.encodeKey("a"), encoder.encodeValue(1)),
                        Map.entry(encoder.encodeKey("gone"), encoder.getTombstoneValue()));
        List<Map.Entry<byte[], byte[]>> committing =
                List.of(
                        Map.entry(encoder.encodeKey("a"), encoder.encodeValue(0)),
                        Map.entry(encoder.encodeKey("b"), encoder.encodeValue(2)));
        List<String> entries = new ArrayList<>();
        new Entries(pending, committing, encoder)
                .forEachRemaining(entry -> entries.add(entry.getKey() + "=" + entry.getValue()));
        stage.fact("entries", entries);
        DefaultStateSerializer<Optional<String>> serializer = new DefaultStateSerializer<>();
        stage.fact(
                "optional", serializer.deserialize(serializer.serialize(Optional.of("x"))).get());
    }

    /** Returns counts by id in the form that trackers require. */
    private static Map<String, Object> counts(String id) {
        Map<String, Object> counts = new java.util.concurrent.ConcurrentHashMap<>();
        for (String name : List.of("spout-emitted", "processed", "transferred")) {
            counts.put(name, new AtomicInteger());
        }
        RegisteredGlobalState.setState(id, counts);
        return counts;
    }

    private static void trackers(Stage stage) throws Exception {
        String id = "tracked by " + stage.name();
        Map<String, Object> counts = counts(id);
        FeederSpout feeder = new FeederSpout(new Fields("n"));
        AckFailDelegate acks = new AckFailMapTracker();
        feeder.setAckFailDelegate(acks);
        feeder.feed(new Values(1), "first");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new SpoutTracker(feeder, id));
        builder.setBolt("middle", new BoltTracker(ProbeBolt.passing("n"), id))
                .shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("middle");
        stage.submit(builder);
        stage.await("received", 1);
        stage.fact("received", stage.probe().notes("received"));
        stage.awaitTrue("ack", () -> ((AckFailMapTracker) acks).isAcked("first"));
        stage.awaitTrue("processed", () -> counts.get("processed").toString().equals("2"));
        stage.fact("processed", counts.get("processed").toString());
        stage.fact("emitted", counts.get("spout-emitted").toString());
        NonRichBoltTracker plain = new NonRichBoltTracker(ProbeBolt.recording(), id);
        plain.cleanup();
    }

    private static void testObjects(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                task.collector().emit(new Values(new TestSerObject(1, 2)));
                            }
                        }));
        builder.setBolt("batches", new PrepareBatchBolt(new Fields("id", "value")))
                .shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("hasId", tuple.getValueByField("id") instanceof Long);
                            task.note(
                                    "same",
                                    tuple.getValueByField("value").equals(new TestSerObject(1, 2)));
                        });
        builder.setBolt("sink", sink).shuffleGrouping("batches");
        Config conf = stage.conf();
        conf.registerDecorator(TestKryoDecorator.class);
        conf.setFallBackOnJavaSerialization(false);
        conf.put(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, true);
        stage.submit(builder, conf);
        stage.await("same", 1);
        stage.fact("hasId", stage.probe().notes("hasId"));
        stage.fact("same", stage.probe().notes("same"));
    }
}
