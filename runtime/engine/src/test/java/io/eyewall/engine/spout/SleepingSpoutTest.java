package io.eyewall.engine.spout;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.executor.EngineTuples;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Spouts whose nextTuple begins or ends with a sleep, on a stepped engine: the engine waits by its
 * clock, which stands still if the spout really sleeps.
 */
@Timeout(60)
class SleepingSpoutTest {
    private static final long SLEEP_MS = 10_000;
    private static final Duration SLEEP = Duration.ofMillis(SLEEP_MS);

    /** A sleep may end a millisecond late, and one that began between two of them, too. */
    private static final Duration LATE = Duration.ofMillis(2);

    private final SteppedCores engine = new SteppedCores(1);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<String> calls = new ArrayList<>();
    private final Shared<List<String>> log = Shared.of(calls);
    private final List<Tuple> tuples = new ArrayList<>();
    private final Shared<List<Tuple>> held = Shared.of(tuples);

    /** Writes down what is called. */
    abstract static class Logging extends BaseRichSpout {
        private final Shared<List<String>> log;
        private transient @Nullable SpoutOutputCollector collector;
        private int count;

        Logging(Shared<List<String>> log) {
            this.log = log;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
        }

        final void emit() {
            count++;
            note("emit " + count);
            Objects.requireNonNull(collector).emit(new Values(count), count);
        }

        final void note(String call) {
            log.get().add(call);
        }

        @Override
        public void ack(Object id) {
            note("ack " + id);
        }

        @Override
        public void fail(Object id) {
            note("fail " + id);
        }

        @Override
        public void activate() {
            note("activate");
        }

        @Override
        public void deactivate() {
            note("deactivate");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("value"));
        }
    }

    private static final class SleepsFirst extends Logging {
        SleepsFirst(Shared<List<String>> log) {
            super(log);
        }

        @Override
        public void nextTuple() {
            Utils.sleep(SLEEP_MS);
            emit();
        }
    }

    private static final class SleepsLast extends Logging {
        SleepsLast(Shared<List<String>> log) {
            super(log);
        }

        @Override
        public void nextTuple() {
            emit();
            Utils.sleep(SLEEP_MS);
        }
    }

    private static final class SleepsOnly extends Logging {
        SleepsOnly(Shared<List<String>> log) {
            super(log);
        }

        @Override
        public void nextTuple() {
            note("call");
            Utils.sleep(SLEEP_MS);
        }
    }

    private static final class ThrowsAfterSleep extends Logging {
        ThrowsAfterSleep(Shared<List<String>> log) {
            super(log);
        }

        @Override
        public void nextTuple() {
            Utils.sleep(SLEEP_MS);
            throw new IllegalStateException("after the sleep");
        }
    }

    private TopologyRuntime run(Logging spout, TestBolt bolt, Object... conf) {
        builder.setSpout("spout", spout, 1);
        builder.setBolt("bolt", bolt, 1).shuffleGrouping("spout");
        TopologyRuntime topology = engine.submit(Plans.of(builder, conf));
        engine.drain();
        return topology;
    }

    private static TestBolt acking() {
        return TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple));
    }

    /** Returns a bolt that keeps every tuple; the test acks it through the bolt's collector. */
    private TestBolt holding() {
        Shared<List<Tuple>> tuplesOfTest = held;
        return TestBolt.of((bolt, tuple) -> tuplesOfTest.get().add(tuple));
    }

    private void pass(Duration time) {
        engine.clock.advance(time);
        engine.drain();
    }

    @Test
    void waitsBeforeACallThatBeginsWithASleep() {
        run(new SleepsFirst(log), acking());

        assertThat(calls).containsExactly("activate");
        pass(SLEEP.minusMillis(1));
        assertThat(calls).containsExactly("activate");
        pass(LATE);
        assertThat(calls).containsExactly("activate", "emit 1");
        pass(SLEEP.minusMillis(1));
        assertThat(calls).doesNotContain("emit 2");
        pass(LATE);
        assertThat(calls).contains("emit 2");
    }

    @Test
    void waitsAfterACallThatEndsWithASleep() {
        run(new SleepsLast(log), acking());

        assertThat(calls).contains("emit 1").doesNotContain("emit 2");
        pass(SLEEP.minusMillis(1));
        assertThat(calls).doesNotContain("emit 2");
        pass(LATE);
        assertThat(calls).contains("emit 2").doesNotContain("emit 3");
    }

    /** On Storm no completion comes while the spout sleeps in the call. */
    @Test
    void deliversCompletionsAfterTheCallThatBeginsWithASleep() {
        run(new SleepsFirst(log), acking());
        pass(SLEEP.plus(LATE));
        pass(SLEEP.plus(LATE));
        pass(SLEEP.plus(LATE));

        assertThat(calls)
                .containsExactly("activate", "emit 1", "emit 2", "ack 1", "emit 3", "ack 2");
    }

    /** On Storm the completion is delivered after the sleep, before the next call. */
    @Test
    void deliversCompletionsBeforeTheCallThatFollowsASleepAtTheEnd() {
        run(new SleepsLast(log), acking());
        pass(SLEEP.plus(LATE));

        assertThat(calls).containsExactly("activate", "emit 1", "ack 1", "emit 2", "ack 2");
    }

    @Test
    void keepsToTheLimitOfPendingMessages() {
        run(new SleepsFirst(log), holding(), Config.TOPOLOGY_MAX_SPOUT_PENDING, 1);
        pass(SLEEP.plus(LATE));
        pass(SLEEP.plus(LATE));
        assertThat(calls).containsExactly("activate", "emit 1");

        EngineTuples.finish(tuples.get(0));
        engine.drain();
        assertThat(calls).containsExactly("activate", "emit 1", "ack 1");
        pass(SLEEP.plus(LATE));
        assertThat(calls).containsExactly("activate", "emit 1", "ack 1", "emit 2");
    }

    @Test
    void failsMessagesAtTheirTimeoutWhileTheSpoutSleeps() {
        run(new SleepsLast(log), holding(), Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 1);
        pass(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));

        assertThat(calls).containsExactly("activate", "emit 1", "fail 1");
    }

    @Test
    void deactivatesASpoutThatSleeps() {
        TopologyRuntime topology = run(new SleepsFirst(log), acking());

        topology.deactivate();
        engine.drain();
        assertThat(calls).containsExactly("activate", "deactivate");
        pass(SLEEP.plus(SLEEP));
        assertThat(calls).containsExactly("activate", "deactivate");

        topology.activate();
        engine.drain();
        assertThat(calls).containsExactly("activate", "deactivate", "activate");
        pass(SLEEP.plus(LATE));
        assertThat(calls).containsExactly("activate", "deactivate", "activate", "emit 1");
    }

    @Test
    void killsATopologyWhoseSpoutSleeps() {
        TopologyRuntime topology = run(new SleepsFirst(log), acking());

        topology.kill(Duration.ZERO);
        engine.drain();

        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
        assertThat(calls).doesNotContain("emit 1");
    }

    @Test
    void callsASpoutThatEmitsNothingAfterItsSleepAndStormsWait() {
        run(new SleepsOnly(log), acking());

        assertThat(calls).containsExactly("activate", "call");
        pass(SLEEP);
        assertThat(calls).containsExactly("activate", "call");
        pass(LATE.plus(LATE));
        assertThat(calls).containsExactly("activate", "call", "call");
    }

    @Test
    void failsTheTopologyWithTheExceptionOfACallAfterItsSleep() {
        TopologyRuntime topology = run(new ThrowsAfterSleep(log), acking());
        pass(SLEEP.plus(LATE));

        assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
    }

    /** Storm's loop calls one task after the other; each would sleep by itself. */
    @Test
    void leavesAnExecutorOfSeveralTasksAlone() {
        SpoutSleep sleep = sleepOf(2);

        assertThat(sleep.isPossible()).isFalse();
        assertThat(sleep.isUsed()).isFalse();
    }

    private SpoutSleep sleepOf(int tasks) {
        builder.setSpout("spout", new NeverSleeps(log), 1).setNumTasks(tasks);
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        return topology.executors().stream()
                .filter(SpoutExecutor.class::isInstance)
                .map(SpoutExecutor.class::cast)
                .findFirst()
                .orElseThrow()
                .sleep();
    }

    private static final class NeverSleeps extends Logging {
        NeverSleeps(Shared<List<String>> log) {
            super(log);
        }

        @Override
        public void nextTuple() {}
    }
}
