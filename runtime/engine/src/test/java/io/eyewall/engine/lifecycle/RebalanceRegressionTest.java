package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Safepoint;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

/** Rebuilds defects of rebalance that seeds of the testkit's {@code SteppedChaosTest} found. */
class RebalanceRegressionTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int STEPS = 20;
    private static final int CAPACITY = 6;

    private final SteppedCores engine = new SteppedCores(2, "eyewall.batch.size", 1);
    private final TopologyBuilder builder = new TopologyBuilder();

    private void stepCore(int core) {
        for (int i = 0; i < STEPS; i++) {
            engine.cores.get(core).step();
        }
    }

    /**
     * Seed 142: two executors of {@code sink} have room, but the executor that takes over the
     * tuples of both is full at once. It reported so, and {@code relay}'s new executor, which also
     * learned it from the count of full receivers, counted it twice and was held back for ever.
     */
    @Test
    void holdsBackNewSendersOnceForAReceiverThatIsFullAtOnce() throws Exception {
        int numbers = 40;
        Shared<List<Object>> received = Shared.of(new ArrayList<>());
        builder.setSpout("numbers", TestSpout.numbers(numbers), 1)
                .addConfiguration("eyewall.core", 0);
        builder.setBolt(
                        "relay",
                        TestBolt.of((bolt, tuple) -> bolt.collector.emit(tuple, tuple.getValues()))
                                .stream("default", "value"),
                        1)
                .setNumTasks(2)
                .shuffleGrouping("numbers")
                .addConfiguration("eyewall.core", 0);
        builder.setBolt(
                        "sink",
                        TestBolt.of((bolt, tuple) -> received.get().add(tuple.getValue(0))),
                        2)
                .shuffleGrouping("relay")
                .addConfiguration("eyewall.core", 1);
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, "eyewall.mailbox.capacity", CAPACITY));
        stepCore(1); // opens the sink, which then does nothing
        for (int i = 0; i < STEPS && queued(topology) <= CAPACITY; i++) {
            engine.cores.get(0).step();
            Safepoint.settle(engine.cores); // what is on its way arrives in mailboxes
        }
        assertThat(queued(topology)).isGreaterThan(CAPACITY);

        topology.rebalance(Map.of("relay", 2, "sink", 1), LIMIT);
        engine.drain();

        assertThat(received.get()).hasSize(numbers);
        assertThat(topology.isQuiet()).isTrue();
    }

    private static int queued(TopologyRuntime topology) {
        return topology.metrics().executors().stream()
                .filter(e -> e.executor().componentId().equals("sink"))
                .mapToInt(ExecutorMetrics::queuedTuples)
                .sum();
    }

    /**
     * Seed 579: one task of {@code numbers} has received its deactivation and the other has not
     * when both move into one executor. Only the executor recorded what was delivered, so that one
     * of the tasks stayed deactivated for ever.
     */
    @Test
    void activatesMergedSpoutsOfDifferentActivation() throws Exception {
        Shared<List<String>> log = Shared.of(new ArrayList<>());
        builder.setSpout(
                "numbers",
                new TestSpout()
                        .onActivate(s -> log.get().add(s.context.getThisTaskIndex() + " on"))
                        .onDeactivate(s -> log.get().add(s.context.getThisTaskIndex() + " off")),
                2);
        for (int toldFirst = 0; toldFirst < 2; toldFirst++) {
            log.get().clear();
            TopologyRuntime topology = engine.submit(Plans.of(builder));
            engine.drain();
            topology.deactivate();
            stepCore(toldFirst);
            assertThat(log.get())
                    .contains(toldFirst + " off")
                    .doesNotContain(1 - toldFirst + " off");

            topology.rebalance(Map.of("numbers", 1), LIMIT);
            topology.activate();
            engine.drain();

            assertThat(log.get().stream().filter(call -> call.startsWith("0")))
                    .last()
                    .isEqualTo("0 on");
            assertThat(log.get().stream().filter(call -> call.startsWith("1")))
                    .last()
                    .isEqualTo("1 on");
            topology.kill(Duration.ZERO);
            engine.drain();
        }
    }
}
