package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.topology.base.BaseStatefulWindowedBolt;
import org.apache.storm.topology.base.BaseWindowedBolt.Count;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TupleWindow;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A checkpoint that fails on its way is repeated or rolled back, and the next ones succeed. */
class CheckpointRecoveryTest {
    /** The step of a checkpoint that fails. */
    private enum Step {
        PREPARE,
        COMMIT,
        ROLLBACK
    }

    /** The next calls that fail, each as the bolt and the step. */
    private static final List<String> TROUBLE = new ArrayList<>();

    @NullUnmarked
    private static final class SumBolt extends BaseStatefulBolt<KeyValueState<String, Long>> {
        private static final long serialVersionUID = 1L;
        private transient KeyValueState<String, Long> state;
        private transient OutputCollector collector;
        private transient String id;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            collector = output;
            id = context.getThisComponentId();
        }

        @Override
        public void initState(KeyValueState<String, Long> initial) {
            state = initial;
        }

        @Override
        public void prePrepare(long txid) {
            perhapsFail(Step.PREPARE);
        }

        @Override
        public void preCommit(long txid) {
            perhapsFail(Step.COMMIT);
        }

        @Override
        public void preRollback() {
            perhapsFail(Step.ROLLBACK);
        }

        private void perhapsFail(Step step) {
            if (TROUBLE.remove(id + " " + step)) {
                throw new IllegalStateException(step + " of " + id + " fails, as the test wants");
            }
        }

        @Override
        public void execute(Tuple tuple) {
            long sum = state.get("sum", 0L) + tuple.getLong(0);
            state.put("sum", sum);
            collector.emit(tuple, new Values(tuple.getLong(0), sum, tuple.getLong(0)));
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number", "sum", "id"));
        }
    }

    @NullUnmarked
    private static final class WindowBolt
            extends BaseStatefulWindowedBolt<KeyValueState<String, Long>> {
        private static final long serialVersionUID = 1L;
        private transient KeyValueState<String, Long> state;
        private transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            collector = output;
        }

        @Override
        public void initState(KeyValueState<String, Long> initial) {
            state = initial;
        }

        @Override
        public void execute(TupleWindow window) {
            long windows = state.get("windows", 0L) + 1;
            state.put("windows", windows);
            collector.emit(new Values(windows, windows, windows));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number", "sum", "id"));
        }
    }

    private static TopologyTestDriver start(TopologyBuilder builder) {
        TROUBLE.clear();
        builder.setSpout("numbers", new ScriptedSpout((out, spout) -> {}, "number", "id"));
        return TopologyTestDriver.of(builder.createTopology())
                .feeding("numbers")
                .withConf(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 1_000)
                .start();
    }

    private static TopologyTestDriver chain() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setBolt("one", new SumBolt()).shuffleGrouping("numbers");
        builder.setBolt("two", new SumBolt()).shuffleGrouping("one");
        return start(builder);
    }

    /** Feeds a number and advances by two checkpoints. */
    private static void feed(TopologyTestDriver driver, long number) {
        driver.spout("numbers").emit(number, number);
        driver.advance(Duration.ofSeconds(2));
    }

    /** Feeds a number and advances until it has failed. */
    private static void feedInVain(TopologyTestDriver driver, long number, int failures) {
        driver.spout("numbers").emit(number, number);
        for (int i = 0; i < 50 && driver.failed("numbers").size() < failures; i++) {
            driver.advance(Duration.ofMillis(50));
        }
        assertThat(driver.failed("numbers")).hasSize(failures);
    }

    private static List<Object> sums(TopologyTestDriver driver, String id) {
        return driver.values(id, "default").stream().map(values -> values.get(1)).toList();
    }

    /** The first bolt has committed when the second one fails to commit, and must commit again. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void repeatsACommitUntilAllHaveCommitted(int failures) {
        try (TopologyTestDriver driver = chain()) {
            feed(driver, 1);
            assertThat(driver.acked("numbers")).hasSize(1);
            for (int i = 0; i < failures; i++) {
                TROUBLE.add("two " + Step.COMMIT);
            }
            feed(driver, 2);
            feed(driver, 3);
            feed(driver, 4);

            assertThat(TROUBLE).isEmpty();
            assertThat(driver.acked("numbers")).hasSize(4);
            assertThat(driver.failed("numbers")).isEmpty();
            assertThat(sums(driver, "two")).containsExactly(1L, 3L, 6L, 10L);
        }
    }

    /** Numbers fed since the last commit have failed and are fed again; each counts once. */
    @ParameterizedTest
    @EnumSource(names = {"PREPARE", "ROLLBACK"})
    void countsRolledBackTuplesOnce(Step last) {
        try (TopologyTestDriver driver = chain()) {
            feed(driver, 1);
            TROUBLE.add("two " + Step.PREPARE);
            if (last == Step.ROLLBACK) {
                TROUBLE.add("two " + Step.ROLLBACK); // so that the first bolt rolls back twice
            }
            feedInVain(driver, 10, 1);
            TROUBLE.add("two " + Step.PREPARE); // before anything is committed
            feedInVain(driver, 10, 2);
            assertThat(TROUBLE).isEmpty();
            feed(driver, 10);
            feed(driver, 100);

            assertThat(driver.acked("numbers")).hasSize(3);
            assertThat(sums(driver, "one")).endsWith(11L, 111L);
            assertThat(sums(driver, "two")).endsWith(11L, 111L);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void repeatsACommitOfStatefulWindows(boolean persistent) {
        WindowBolt window = new WindowBolt();
        window.withTumblingWindow(Count.of(2));
        window.withMessageIdField("id");
        if (persistent) {
            window.withPersistence();
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setBolt("window", window).shuffleGrouping("numbers");
        builder.setBolt("two", new SumBolt()).shuffleGrouping("window");
        try (TopologyTestDriver driver = start(builder)) {
            driver.advance(Duration.ofMillis(100));
            feed(driver, 1);
            feed(driver, 2);
            TROUBLE.add("two " + Step.COMMIT);
            feed(driver, 3);
            feed(driver, 4);
            feed(driver, 5);
            feed(driver, 6);

            assertThat(TROUBLE).isEmpty();
            assertThat(sums(driver, "two")).containsExactly(1L, 3L, 6L);
            driver.advance(Duration.ofSeconds(3));
            assertThat(driver.acked("numbers")).hasSizeGreaterThanOrEqualTo(persistent ? 6 : 4);
        }
    }

    /** When one of a bolt's two inputs repeats a checkpoint tuple, the other repeats it as well. */
    @Test
    void commitsOnceBehindTwoInputs() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setBolt("one", new SumBolt()).shuffleGrouping("numbers");
        builder.setBolt("two", new SumBolt()).shuffleGrouping("numbers");
        builder.setBolt("last", new SumBolt()).shuffleGrouping("one").shuffleGrouping("two");
        try (TopologyTestDriver driver = start(builder)) {
            feed(driver, 1);
            TROUBLE.addAll(List.of("two " + Step.COMMIT, "last " + Step.COMMIT));
            feed(driver, 2);
            feed(driver, 3);
            TROUBLE.addAll(List.of("one " + Step.COMMIT, "last " + Step.COMMIT));
            feed(driver, 4);
            feed(driver, 5);

            assertThat(TROUBLE).isEmpty();
            assertThat(driver.acked("numbers")).hasSize(5);
            assertThat(sums(driver, "last")).endsWith(25L, 30L);
        }
    }
}
