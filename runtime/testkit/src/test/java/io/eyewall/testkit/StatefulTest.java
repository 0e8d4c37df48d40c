package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Iterator;
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
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TupleWindow;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints follow the clock of {@link TopologyTestDriver}. */
class StatefulTest {
    @NullUnmarked
    private static final class SumBolt extends BaseStatefulBolt<KeyValueState<String, Integer>> {
        private static final long serialVersionUID = 1L;
        private transient KeyValueState<String, Integer> state;
        private transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            this.collector = output;
        }

        @Override
        public void initState(KeyValueState<String, Integer> initial) {
            this.state = initial;
        }

        @Override
        public void execute(Tuple tuple) {
            int sum = state.get("sum", 0) + tuple.getInteger(0);
            state.put("sum", sum);
            collector.emit(tuple, new Values(sum));
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("sum"));
        }
    }

    @NullUnmarked
    private static final class WindowSumBolt
            extends BaseStatefulWindowedBolt<KeyValueState<String, Integer>> {
        private static final long serialVersionUID = 1L;
        private final boolean persistent;
        private transient KeyValueState<String, Integer> state;
        private transient OutputCollector collector;

        WindowSumBolt(boolean persistent) {
            this.persistent = persistent;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            this.collector = output;
        }

        @Override
        public void initState(KeyValueState<String, Integer> initial) {
            this.state = initial;
        }

        @Override
        public void execute(TupleWindow window) {
            int sum = state.get("sum", 0);
            Iterator<Tuple> tuples = persistent ? window.getIter() : window.get().iterator();
            while (tuples.hasNext()) {
                sum += tuples.next().getInteger(0);
            }
            state.put("sum", sum);
            collector.emit(new Values(sum));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("sum"));
        }
    }

    private static TestDriverBuilder withInterval(TopologyBuilder builder) {
        builder.setSpout("numbers", new ScriptedSpout((out, spout) -> {}, "number", "id"));
        return TopologyTestDriver.of(builder.createTopology())
                .feedingAllSpouts()
                .withConf(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 5_000);
    }

    @Test
    void acksTuplesByACheckpoint() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setBolt("sum", new SumBolt()).shuffleGrouping("numbers");
        try (TopologyTestDriver driver = withInterval(builder).start()) {
            driver.advance(Duration.ofSeconds(1)); // the first checkpoint comes at once
            Object one = driver.spout("numbers").emit(1, 1L);
            Object two = driver.spout("numbers").emit(2, 2L);
            driver.advance(Duration.ofMillis(3_999));
            assertThat(driver.values("sum", "default")).containsExactly(List.of(1), List.of(3));
            assertThat(driver.acked("numbers")).isEmpty();
            driver.advance(Duration.ofMillis(10));
            assertThat(driver.acked("numbers")).containsExactly(one, two);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void statefulWindowsFollowVirtualTime(boolean persistent) {
        BaseWindowedBolt.Duration tenSeconds = BaseWindowedBolt.Duration.seconds(10);
        WindowSumBolt bolt = new WindowSumBolt(persistent);
        bolt.withTumblingWindow(tenSeconds);
        bolt.withMessageIdField("id");
        if (persistent) {
            bolt.withPersistence();
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setBolt("sum", bolt).shuffleGrouping("numbers");
        try (TopologyTestDriver driver = withInterval(builder).start()) {
            driver.advance(Duration.ofMillis(100)); // the state arrives, and the windows begin
            driver.spout("numbers").emit(1, 1L);
            driver.spout("numbers").emit(2, 2L);
            driver.advance(Duration.ofMillis(9_800));
            assertThat(driver.values("sum", "default")).isEmpty();
            driver.advance(Duration.ofMillis(200));
            assertThat(driver.values("sum", "default")).containsExactly(List.of(3));
            driver.spout("numbers").emit(4, 3L);
            driver.advance(Duration.ofSeconds(10));
            assertThat(driver.values("sum", "default")).containsExactly(List.of(3), List.of(7));
        }
    }
}
