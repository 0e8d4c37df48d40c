package io.eyewall.toolkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.toolkit.Counted;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.net.LineSink;
import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.state.SnapshotBolts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bolts of Storm's API, in a topology built by hand, count each tuple once through failures. */
@Timeout(120)
@NullUnmarked // JUnit sets the folder
class StormBoltsTest {
    private static final int COUNT = 6_000;
    private static final int KEYS = 7;
    private static final int FAILURES = 1_000;

    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());

    @TempDir Path folder;

    @AfterEach
    void close() {
        nimbus.close();
    }

    /** Fails about one of many tuples, another one in each run. */
    private static final class KeyOf extends BaseBasicBolt {
        private static final Random RANDOM = new Random(1);

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            synchronized (RANDOM) {
                if (RANDOM.nextInt(FAILURES) == 0) {
                    throw new FailedException("as the test wants it");
                }
            }
            collector.emit(new Values(tuple.getLong(0) % KEYS));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }

    /** Counts keys: in a field, of which it puts what has changed into its state. */
    private static final class Count extends BaseStatefulBolt<KeyValueState<Long, Long>> {
        private transient OutputCollector collector;
        private transient KeyValueState<Long, Long> state;
        private transient Map<Long, Long> changed;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            collector = output;
            changed = new HashMap<>();
        }

        @Override
        public void initState(KeyValueState<Long, Long> restored) {
            state = restored;
            changed.clear();
        }

        @Override
        public void execute(Tuple tuple) {
            long key = tuple.getLong(0);
            long count = changed.getOrDefault(key, state.get(key, 0L)) + 1;
            changed.put(key, count);
            collector.emit(tuple, new Values(key + ":" + count));
            collector.ack(tuple);
        }

        @Override
        public void prePrepare(long txid) {
            changed.forEach(state::put);
            changed.clear();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("count"));
        }
    }

    private StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "numbers",
                Generator.of(n -> List.of(n), "n")
                        .count(COUNT)
                        .perSecond(10_000)
                        .retryAfter(Duration.ofMillis(1))
                        .build());
        Punctuation.follow(
                builder.setBolt("key", SnapshotBolts.of(new KeyOf()), 2).shuffleGrouping("numbers"),
                "numbers");
        Punctuation.follow(
                builder.setBolt("count", SnapshotBolts.of(new Count()), 2)
                        .fieldsGrouping("key", new Fields("key")),
                "key");
        Punctuation.follow(
                builder.setBolt(
                                "file",
                                LineSink.file(folder.resolve("out"), Encoder.field("count"))
                                        .build())
                        .globalGrouping("count"),
                "count");
        return builder.createTopology();
    }

    @Test
    void countEachTupleOnce() throws Exception {
        boolean isDrained = false;
        for (int run = 0; !isDrained; run++) {
            isDrained = run(run < 3 ? Duration.ofMillis(200) : Duration.ofSeconds(60));
        }
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 0; i < COUNT; i++) {
            expected.add(i % KEYS + ":" + (i / KEYS + 1));
        }
        assertThat(Files.readAllLines(folder.resolve("out")))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Runs for a time, or until the topology is drained; returns whether it is. */
    private boolean run(Duration lasts) throws Exception {
        RunningTopology running =
                nimbus.start(
                        "storm-bolts",
                        Map.of(
                                SnapshotSettings.DIR_KEY,
                                folder.resolve("snapshots").toString(),
                                SnapshotSettings.INTERVAL_KEY,
                                20,
                                Config.TOPOLOGY_METRICS_REPORTERS,
                                Counted.CONF.get(Config.TOPOLOGY_METRICS_REPORTERS)),
                        topology(),
                        new SubmitOptions(TopologyInitialStatus.ACTIVE));
        running.awaitStarted(Duration.ofSeconds(60));
        long endNs = System.nanoTime() + lasts.toNanos();
        while (!Run.isDrained(running) && System.nanoTime() < endNs) {
            assertThat(running.failure()).isEmpty();
            Thread.sleep(20);
        }
        boolean isDrained = Run.isDrained(running);
        if (isDrained) {
            assertThat(Counted.gauges("snapshot")).singleElement().matches(number -> number > 1);
            assertThat(Counted.gauges("snapshot-age-ms"))
                    .singleElement()
                    .matches(ms -> ms < 60_000);
            assertThat(Counted.gauges("snapshot-took-ms"))
                    .singleElement()
                    .matches(ms -> ms >= 0 && ms < 60_000);
            assertThat(Counted.gauges("held")).containsExactly(0L);
        }
        running.kill(Duration.ZERO);
        assertThat(running.await(Duration.ofSeconds(60))).isTrue();
        return isDrained;
    }
}
