package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.ParallelismReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Grows and shrinks components step by step; calls take time by the engine's clock. */
class AutoParallelismTest {
    private static final int TASKS = 4;
    private static final int SECONDS_TO_GROW = 4;
    private static final int SECONDS_TO_SHRINK = 12;

    private final Shared<AtomicBoolean> emitting = Shared.of(new AtomicBoolean(true));
    private SteppedCores engine;
    private Shared<ManualClock> clock;
    private LivePlacement placement;
    private AutoParallelism parallelism;
    private TopologyBuilder builder;

    @BeforeEach
    void startOnTwoCores() {
        start(2);
    }

    /** A spout of 40 us and two bolts of 100 and 20 us, all on one core. */
    private void start(int cores) {
        engine = new SteppedCores(cores, "eyewall.blocking.threshold.ms", 0); // no watcher
        placement =
                new LivePlacement(
                        engine.cores,
                        CoreTree.flat(cores),
                        null,
                        CurrentAlgorithm.OFF,
                        Duration.ofSeconds(3));
        parallelism = new AutoParallelism(engine.cores, placement);
        Shared<ManualClock> clock = Shared.of(engine.clock);
        this.clock = clock;
        Shared<AtomicBoolean> emitting = this.emitting;
        builder = new TopologyBuilder();
        builder.setSpout(
                "numbers",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (emitting.get().get()) {
                                        clock.get().advance(Duration.ofNanos(40_000));
                                        spout.collector.emit(new Values(spout.count++));
                                    }
                                }),
                1);
        builder.setBolt("heavy", taking(100), 1).setNumTasks(TASKS).shuffleGrouping("numbers");
        builder.setBolt("light", taking(20), 1).setNumTasks(TASKS).shuffleGrouping("numbers");
    }

    private TestBolt taking(int us) {
        Shared<ManualClock> clock = this.clock;
        return TestBolt.of((bolt, tuple) -> clock.get().advance(Duration.ofNanos(1_000L * us)));
    }

    private TopologyRuntime submit(boolean follows) throws InterruptedException {
        return submit(follows, 1);
    }

    /**
     * @param sampleRate share of the calls that are timed
     */
    private TopologyRuntime submit(boolean follows, double sampleRate) throws InterruptedException {
        TopologyRuntime topology =
                engine.submit(
                        Plans.of(
                                builder,
                                Config.TOPOLOGY_STATS_SAMPLE_RATE,
                                sampleRate,
                                "eyewall.parallelism.auto",
                                follows));
        engine.step();
        run(topology, 1);
        return topology;
    }

    /** Runs the cores for some seconds, with an evaluation after each. */
    private void run(TopologyRuntime topology, int seconds) throws InterruptedException {
        for (int i = 0; i < seconds; i++) {
            long endNs = engine.clock.nanoTime() + 1_000_000_000L;
            while (engine.clock.nanoTime() < endNs) {
                if (engine.step() == 0) {
                    engine.clock.advance(Duration.ofMillis(1));
                }
            }
            parallelism.evaluate(List.of(topology));
            placement.evaluate(List.of(topology));
        }
    }

    /** Returns the cores of a component's executors. */
    private static List<Integer> cores(TopologyRuntime topology, String component) {
        return topology.metrics().executors().stream()
                .filter(e -> e.executor().componentId().equals(component))
                .map(ExecutorMetrics::core)
                .toList();
    }

    @Test
    void growsTheHottestBoltOfAFullCore() throws Exception {
        TopologyRuntime topology = submit(true);
        int full = cores(topology, "heavy").get(0);

        run(topology, SECONDS_TO_GROW);

        assertThat(cores(topology, "heavy")).containsExactly(1 - full, 1 - full);
        assertThat(cores(topology, "light")).as("has little to do").hasSize(1);
        ParallelismReport.Change change = topology.parallelism().changes().get(0);
        assertThat(change.componentId()).isEqualTo("heavy");
        assertThat(change.before()).isEqualTo(1);
        assertThat(change.after()).isEqualTo(2);
        assertThat(change.reason()).isEqualTo("busiest executor 63% busy, on a full core");
        assertThat(topology.parallelism().components())
                .extracting(ParallelismReport.Component::componentId)
                .containsExactly("heavy", "light");
    }

    @Test
    void shrinksWhenTheLoadIsGone() throws Exception {
        TopologyRuntime topology = submit(true);
        run(topology, SECONDS_TO_GROW);
        assertThat(cores(topology, "heavy")).hasSize(2);

        emitting.get().set(false);
        run(topology, SECONDS_TO_SHRINK);

        assertThat(cores(topology, "heavy")).hasSize(1);
        assertThat(topology.parallelism().changes())
                .extracting(ParallelismReport.Change::after)
                .containsExactly(2, 1);
    }

    @Test
    void restoresNumbersWhenTurnedOff() throws Exception {
        TopologyRuntime topology = submit(true);
        int home = cores(topology, "heavy").get(0);
        run(topology, SECONDS_TO_GROW);
        assertThat(cores(topology, "heavy")).hasSize(2);

        topology.rebalance(
                Map.of(), Map.of("eyewall.parallelism.auto", false), Duration.ofSeconds(1));
        run(topology, SECONDS_TO_GROW);

        assertThat(cores(topology, "heavy")).containsExactly(home);
        assertThat(topology.parallelism().components()).isEmpty();
        assertThat(topology.parallelism().changes().get(1).reason())
                .isEqualTo("automatic parallelism is off");
    }

    @Test
    void canBeTurnedOnAtRunTime() throws Exception {
        TopologyRuntime topology = submit(false);
        run(topology, SECONDS_TO_GROW);
        assertThat(cores(topology, "heavy")).hasSize(1);

        topology.rebalance(
                Map.of(), Map.of("eyewall.parallelism.auto", true), Duration.ofSeconds(1));
        run(topology, 1 + SECONDS_TO_GROW);

        assertThat(cores(topology, "heavy")).hasSize(2);
    }

    @Test
    void keepsANumberSetByAPerson() throws Exception {
        TopologyRuntime topology = submit(true);
        run(topology, SECONDS_TO_GROW);

        topology.rebalance(Map.of("light", 2), Duration.ofSeconds(1));
        emitting.get().set(false);
        run(topology, 2 * SECONDS_TO_SHRINK);

        assertThat(cores(topology, "light")).hasSize(2);
        assertThat(cores(topology, "heavy")).hasSize(1);
    }

    /** Long calls are timed one after the other, so that there are many samples of them. */
    @Test
    void ignoresSlowCallsAtTheStart() throws Exception {
        Shared<ManualClock> clock = this.clock;
        builder.setBolt(
                        "slow at first",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    int us = tuple.getInteger(0) < 800 ? 1_000 : 20;
                                    clock.get().advance(Duration.ofNanos(1_000L * us));
                                }),
                        1)
                .setNumTasks(TASKS)
                .shuffleGrouping("numbers");
        TopologyRuntime topology = submit(true, 0.05);

        run(topology, SECONDS_TO_GROW);

        assertThat(cores(topology, "slow at first")).hasSize(1);
    }

    @Test
    void growsNothingWherePlacementHelps() throws Exception {
        placement.use("affinity");
        TopologyRuntime topology = submit(true);
        int full = cores(topology, "heavy").get(0);

        run(topology, 2 * SECONDS_TO_GROW);

        assertThat(topology.placement().moves()).isPositive();
        assertThat(cores(topology, "heavy")).doesNotContain(full).hasSize(1);
        assertThat(topology.parallelism().changes()).isEmpty();
    }

    /** Every executor on a shared core looks busy: the clock advances while others work. */
    @Test
    void growsABoltThatIsHotAfterPlacement() throws Exception {
        start(4);
        placement.use("affinity");
        TopologyRuntime topology = submit(true);

        run(topology, 3 * SECONDS_TO_GROW);

        assertThat(topology.placement().moves()).as("two cores for three").isEqualTo(1);
        ParallelismReport.Change change = topology.parallelism().changes().get(0);
        assertThat(change.componentId()).isEqualTo("heavy");
        assertThat(change.after()).isEqualTo(2);
        assertThat(change.reason()).startsWith("busiest executor 100% busy");
        assertThat(cores(topology, "heavy")).hasSize(2).doesNotHaveDuplicates();
        assertThat(cores(topology, "light")).isEqualTo(cores(topology, "numbers")).hasSize(1);
        assertThat(cores(topology, "heavy"))
                .doesNotContainAnyElementsOf(cores(topology, "numbers"));
    }
}
