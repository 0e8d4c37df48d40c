package io.eyewall.testkit.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.TopologyStatus;
import io.eyewall.testkit.ScriptedBolt;
import io.eyewall.testkit.ScriptedSpout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life cycle of tasks from open and prepare to close and cleanup. */
class LifecycleTest {
    /** Emits in prepare, when its receivers may not be prepared yet. */
    private static final class EagerBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            collector.emit(new Values("from prepare"));
        }

        @Override
        public void execute(Tuple tuple) {
            throw new IllegalStateException("gets nothing");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("what"));
        }
    }

    /** Emits in open, and emits failed messages again from within fail. */
    private static final class ReplayingSpout extends BaseRichSpout {
        private static final long serialVersionUID = 1L;
        private final Shared<List<String>> events;
        private transient SpoutOutputCollector out;

        ReplayingSpout(Shared<List<String>> events) {
            this.events = events;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.out = collector;
            out.emit(new Values("from open"), 1);
        }

        @Override
        public void activate() {
            events.get().add("activate");
        }

        @Override
        public void deactivate() {
            events.get().add("deactivate");
        }

        @Override
        public void close() {
            events.get().add("close");
        }

        @Override
        public void nextTuple() {}

        @Override
        public void ack(Object id) {
            events.get().add("ack " + id);
        }

        @Override
        public void fail(Object id) {
            events.get().add("fail " + id);
            out.emit(new Values("again"), (int) id + 1);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("what"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void deliversTuplesEmittedInPrepare(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ScriptedSpout((out, spout) -> {}, "what"));
        builder.setBolt("a-sink", sink()).allGrouping("eager");
        builder.setBolt("eager", new EagerBolt(), 3).shuffleGrouping("source");
        builder.setBolt("z-sink", sink().with("eyewall.core", cores - 1)).allGrouping("eager");
        try (SteppedTopology run = SteppedTopology.start(builder, "eyewall.cores", cores)) {
            run.runUntilIdle();
            assertThat(run.bolt("a-sink").state.get("got")).isEqualTo(3);
            assertThat(run.bolt("z-sink").state.get("got")).isEqualTo(3);
        }
    }

    private static ScriptedBolt sink() {
        return new ScriptedBolt((tuple, out, bolt) -> bolt.count("got"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void acceptsEmitsInOpenAndReplaysInFail(int cores) {
        Shared<List<String>> events = new Shared<>(new ArrayList<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ReplayingSpout(events));
        builder.setBolt(
                        "fail-twice",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            if (bolt.count("calls") <= 2) {
                                                out.fail(tuple);
                                            } else {
                                                out.ack(tuple);
                                            }
                                        })
                                .with("eyewall.core", cores - 1))
                .shuffleGrouping("source");
        try (SteppedTopology run = SteppedTopology.start(builder, "eyewall.cores", cores)) {
            run.runUntilIdle();
            assertThat(events.get()).contains("activate");
            assertThat(events.get()).containsSubsequence("fail 1", "fail 2", "ack 3");
            assertThat(events.get()).hasSize(4);
        }
        assertThat(events.get()).endsWith("close");
    }

    @Test
    void finishesTuplesInFlightWhileAKillWaits() {
        Shared<List<String>> events = new Shared<>(new ArrayList<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ReplayingSpout(events));
        builder.setBolt(
                        "slow",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            if (tuple.getSourceStreamId().equals("__tick")) {
                                                out.ack((Tuple) bolt.state.get("held"));
                                            } else {
                                                bolt.state.put("held", tuple);
                                            }
                                        })
                                .with("topology.tick.tuple.freq.secs", 5))
                .shuffleGrouping("source");
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.runUntilIdle();
            run.topology.kill(Duration.ofSeconds(10));
            run.advance(Duration.ofSeconds(9));
            assertThat(run.topology.status()).isEqualTo(TopologyStatus.KILLED);
            assertThat(events.get()).containsExactly("activate", "deactivate", "ack 1");
            run.topology.kill(Duration.ofSeconds(100)); // cannot prolong the wait
            run.advance(Duration.ofSeconds(1));
            assertThat(run.topology.status()).isEqualTo(TopologyStatus.ENDED);
            assertThat(events.get()).endsWith("close");
        }
    }

    @Test
    void shortensTheWaitByASecondKill() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ScriptedSpout((out, spout) -> {}, "what"));
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.runUntilIdle();
            run.topology.kill(Duration.ofSeconds(100));
            run.advance(Duration.ofSeconds(1));
            run.topology.kill(Duration.ZERO);
            run.runUntilIdle();
            assertThat(run.topology.status()).isEqualTo(TopologyStatus.ENDED);
        }
    }

    @Test
    void leavesNoWorkAfterTheEndOfATopology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ScriptedSpout((out, spout) -> {}, "what"));
        builder.setBolt("sink", sink().with("topology.tick.tuple.freq.secs", 1))
                .shuffleGrouping("source");
        try (SteppedTopology run = SteppedTopology.start(builder)) {
            run.runUntilIdle();
            run.topology.kill(Duration.ZERO);
            run.runUntilIdle();
            run.advance(Duration.ofMinutes(2)); // covers the timers that would close it by force
            assertThat(run.engine.untilNextTimerNs()).isEqualTo(Long.MAX_VALUE);
        }
    }
}
