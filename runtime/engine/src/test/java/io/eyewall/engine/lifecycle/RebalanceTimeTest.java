package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.TupleUtils;
import org.junit.jupiter.api.Test;

/** Timers of tasks that have moved expire when they would have expired without the move. */
class RebalanceTimeTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final SteppedCores engine = new SteppedCores(2);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<String> calls = new ArrayList<>();
    private final Shared<List<String>> log = Shared.of(calls);
    private final long startNs = engine.clock.nanoTime();

    private void secs(double secs) {
        engine.advance(Duration.ofMillis((long) (secs * 1000)));
    }

    /** Logs the second of each fail. */
    private TestSpout oneMessagePerTask() {
        Shared<List<String>> told = log;
        Shared<RebalanceTimeTest> test = Shared.of(this);
        return TestSpout.trackedNumbers(1)
                .onFail(
                        (spout, id) ->
                                told.get()
                                        .add(
                                                spout.context.getThisTaskIndex()
                                                        + " fails after "
                                                        + test.get().passedSecs()));
    }

    private long passedSecs() {
        return Duration.ofNanos(engine.clock.nanoTime() - startNs).toSeconds();
    }

    private TopologyRuntime holding(int executors) {
        builder.setSpout("numbers", oneMessagePerTask(), executors).setNumTasks(2);
        builder.setBolt("hold", new TestBolt(), 1).shuffleGrouping("numbers");
        return engine.submit(Plans.of(builder, Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 10));
    }

    @Test
    void keepsTimeoutsOfMovedMessages() throws Exception {
        TopologyRuntime topology = holding(1);
        engine.drain();

        secs(5);
        topology.rebalance(Map.of("numbers", 2), LIMIT);
        secs(10);
        topology.rebalance(Map.of("numbers", 1), LIMIT);
        secs(4.9);
        assertThat(calls).isEmpty();
        secs(0.2);

        assertThat(calls).containsExactlyInAnyOrder("0 fails after 20", "1 fails after 20");
    }

    /** If every move restarted the timeout, messages would never time out. */
    @Test
    void expiresMessagesHoweverOftenTheirTasksMove() throws Exception {
        TopologyRuntime topology = holding(2);
        engine.drain();

        for (int i = 0; i < 21; i++) {
            secs(1);
            topology.rebalance(Map.of("numbers", 1 + i % 2), LIMIT);
        }

        assertThat(calls).containsExactlyInAnyOrder("0 fails after 20", "1 fails after 20");
    }

    @Test
    void keepsTimeoutsOfMergedExecutors() throws Exception {
        TopologyRuntime topology = holding(2);
        for (int i = 0; i < 10; i++) {
            engine.cores.get(0).step();
        }
        engine.clock.advance(Duration.ofSeconds(4)); // the other core begins later
        engine.drain();

        secs(3);
        topology.rebalance(Map.of("numbers", 1), LIMIT);
        secs(18);

        assertThat(calls).hasSize(2).doesNotHaveDuplicates();
        assertThat(calls)
                .allMatch(call -> call.matches("0 fails after 20|1 fails after 24"), "" + calls);
    }

    @Test
    void keepsTheTimesOfTicks() throws Exception {
        Shared<List<String>> told = log;
        Shared<RebalanceTimeTest> test = Shared.of(this);
        builder.setSpout("silent", new TestSpout(), 1);
        builder.setBolt(
                        "ticks",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (TupleUtils.isTick(tuple)) {
                                        told.get().add("tick after " + test.get().passedSecs());
                                    }
                                }),
                        1)
                .setNumTasks(2)
                .shuffleGrouping("silent");
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 5));
        engine.drain();

        for (int i = 0; i < 11; i++) {
            secs(1);
            topology.rebalance(Map.of("ticks", 1 + i % 2), LIMIT);
        }

        assertThat(calls)
                .containsExactly("tick after 5", "tick after 5", "tick after 10", "tick after 10");
    }
}
