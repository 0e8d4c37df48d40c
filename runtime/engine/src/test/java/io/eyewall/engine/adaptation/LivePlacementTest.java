package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.placement.advice.Advice;
import io.eyewall.topology.ExecutorPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Moves executors by measured load, step by step; calls take time by the engine's clock. */
class LivePlacementTest {
    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final SteppedCores engine =
            new SteppedCores(2, "eyewall.blocking.threshold.ms", 0); // no watcher
    private final Shared<ManualClock> clock = Shared.of(engine.clock);
    private final LivePlacement placement =
            new LivePlacement(engine.cores, CoreTree.flat(2), null, "affinity", PERIOD);
    private final TopologyBuilder builder = new TopologyBuilder();

    private TestSpout spoutTaking(int us) {
        Shared<ManualClock> clock = this.clock;
        return new TestSpout()
                .onNext(
                        spout -> {
                            clock.get().advance(Duration.ofNanos(1_000L * us));
                            spout.collector.emit(new Values(spout.count++));
                        });
    }

    private TestBolt boltTaking(int us) {
        Shared<ManualClock> clock = this.clock;
        return TestBolt.of(
                (bolt, tuple) -> {
                    clock.get().advance(Duration.ofNanos(1_000L * us));
                    bolt.collector.emit(tuple, tuple.getValues());
                    bolt.collector.ack(tuple);
                });
    }

    private TopologyRuntime submit() throws InterruptedException {
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0));
        engine.step();
        placement.evaluate(List.of(topology));
        return topology;
    }

    /** Runs the cores for some periods, with an evaluation after each. */
    private void run(TopologyRuntime topology, int periods) throws InterruptedException {
        for (int i = 0; i < periods; i++) {
            long endNs = engine.clock.nanoTime() + PERIOD.toNanos();
            while (engine.clock.nanoTime() < endNs) {
                if (engine.step() == 0) {
                    engine.clock.advance(Duration.ofMillis(1));
                }
            }
            placement.evaluate(List.of(topology));
        }
    }

    private static int core(TopologyRuntime topology, String component) {
        return topology.metrics().executors().stream()
                .filter(e -> e.executor().componentId().equals(component))
                .mapToInt(ExecutorMetrics::core)
                .sum(); // of one
    }

    @Test
    void separatesChainsWithoutCuttingThem() throws Exception {
        for (String chain : List.of("a", "b")) {
            builder.setSpout(chain, spoutTaking(100), 1);
            builder.setBolt(chain + "-bolt", boltTaking(100), 1).shuffleGrouping(chain);
        }
        TopologyRuntime topology = submit();
        assertThat(core(topology, "a")).isEqualTo(core(topology, "b"));

        run(topology, 1);

        assertThat(core(topology, "a")).isNotEqualTo(core(topology, "b"));
        assertThat(core(topology, "a-bolt")).isEqualTo(core(topology, "a"));
        assertThat(core(topology, "b-bolt")).isEqualTo(core(topology, "b"));
        assertThat(topology.placement().moves()).isEqualTo(2);
        Advice advice = topology.placement().lastAdvice().orElseThrow();
        assertThat(advice.verdict()).isEqualTo(Advice.Verdict.ADOPT_AT_ONCE);
        assertThat(advice.plan().explain()).contains("moves       2");

        run(topology, 5);
        assertThat(topology.placement().moves()).as("it stays").isEqualTo(2);
    }

    @Test
    void keepsACheapChainOnOneCore() throws Exception {
        builder.setSpout("numbers", spoutTaking(100), 1);
        builder.setBolt("light", boltTaking(1), 1).shuffleGrouping("numbers");
        builder.setBolt("lighter", boltTaking(1), 1).shuffleGrouping("light");
        TopologyRuntime topology = submit();

        run(topology, 5);

        assertThat(topology.placement().lastAdvice()).isPresent();
        assertThat(topology.placement().moves()).isZero();
    }

    @Test
    void doesNotMoveConfiguredExecutors() throws Exception {
        for (String chain : List.of("a", "b")) {
            builder.setSpout(chain, spoutTaking(100), 1).addConfiguration("eyewall.core", 0);
            builder.setBolt(chain + "-bolt", boltTaking(1), 1)
                    .addConfiguration("eyewall.core", 0)
                    .shuffleGrouping(chain);
        }
        TopologyRuntime topology = submit();

        run(topology, 3);

        assertThat(topology.placement().moves()).isZero();
    }

    @Test
    void replacesTheAlgorithmAtRunTime() throws Exception {
        for (String chain : List.of("a", "b")) {
            builder.setSpout(chain, spoutTaking(100), 1);
        }
        TopologyRuntime topology = submit();

        placement.use("pinned");
        run(topology, 3);
        assertThat(topology.placement().moves()).isZero();
        placement.use(CurrentAlgorithm.OFF);
        run(topology, 3);
        assertThat(topology.placement().moves()).isZero();
        placement.use("affinity", Map.of("trials", 100.0));
        run(topology, 2); // the first evaluation has nothing to compare with
        assertThat(topology.placement().moves()).isEqualTo(1);

        assertThatThrownBy(() -> placement.use("affinty"))
                .hasMessageContaining("no placement algorithm 'affinty'; there are");
        assertThatThrownBy(() -> placement.use("affinity", Map.of("trails", 1.0)))
                .hasMessageContaining("has no parameter 'trails'; it has");
    }

    @Test
    void doesNotMoveAPinnedExecutor() throws Exception {
        for (String spout : List.of("a", "b")) {
            builder.setSpout(spout, spoutTaking(100), 1);
        }
        TopologyRuntime topology = submit();
        String id = topology.plan().id();
        int taskA = topology.plan().component("a").taskIds().get(0);
        int taskB = topology.plan().component("b").taskIds().get(0);
        CompletableFuture<ExecutorPlan> heldA = placement.hold(id, taskA, 1);
        CompletableFuture<ExecutorPlan> heldB = placement.hold(id, taskB, 1);

        run(topology, 5);
        assertThat(heldA.get().componentId()).isEqualTo("a");
        assertThat(heldB.get().componentId()).isEqualTo("b");
        assertThat(core(topology, "a")).isEqualTo(1);
        assertThat(core(topology, "b")).as("stays beside it").isEqualTo(1);

        CompletableFuture<ExecutorPlan> free = placement.hold(id, taskB, -1);
        run(topology, 5);
        assertThat(free).isCompleted();
        assertThat(core(topology, "a")).isEqualTo(1);
        assertThat(core(topology, "b")).as("where there is room").isEqualTo(0);
    }

    @Test
    void refusesToPinUnknownTasks() throws Exception {
        builder.setSpout("spout", spoutTaking(400), 1);
        TopologyRuntime topology = submit();
        assertThatThrownBy(() -> placement.hold(topology.plan().id(), 1, 2))
                .hasMessageContaining("core is 2, expected 0 to 1");
        CompletableFuture<ExecutorPlan> none = placement.hold(topology.plan().id(), 99, 1);
        CompletableFuture<ExecutorPlan> nobodys = placement.hold("other-1-2", 1, 1);
        run(topology, 1);
        assertThat(none).isCompletedExceptionally();
        assertThat(nobodys).isCompletedExceptionally();
    }

    @Test
    void evaluatesRarelyWhenAlmostIdle() throws Exception {
        Shared<ManualClock> clock = this.clock;
        builder.setSpout(
                "seldom",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    if (spout.count++ % 100 == 0) {
                                        clock.get().advance(Duration.ofMillis(1));
                                        spout.collector.emit(new Values(spout.count));
                                    }
                                }),
                1);
        TopologyRuntime topology = submit();
        run(topology, 1);
        long first = topology.placement().lastEvaluation().orElseThrow().timeMs();

        run(topology, 10);
        assertThat(topology.placement().lastEvaluation().orElseThrow().timeMs()).isEqualTo(first);

        run(topology, 2);
        assertThat(topology.placement().lastEvaluation().orElseThrow().timeMs())
                .isGreaterThan(first);
    }

    @Test
    void evaluatesRarelyWhileLoadStaysTheSame() throws Exception {
        builder.setSpout("spout", spoutTaking(100), 1);
        TopologyRuntime topology = submit();
        run(topology, 2);
        long first = topology.placement().lastEvaluation().orElseThrow().timeMs();

        run(topology, 10);
        assertThat(topology.placement().lastEvaluation().orElseThrow().timeMs()).isEqualTo(first);

        run(topology, 2);
        assertThat(topology.placement().lastEvaluation().orElseThrow().timeMs())
                .isGreaterThan(first);
    }

    @Test
    void evaluatesAtOnceWhenTrafficHasChanged() throws Exception {
        Shared<AtomicInteger> micros = Shared.of(new AtomicInteger(100));
        Shared<ManualClock> clock = this.clock;
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                spout -> {
                                    int us = micros.get().get();
                                    clock.get().advance(Duration.ofNanos(1_000L * us));
                                    spout.collector.emit(new Values(1));
                                }),
                1);
        builder.setBolt("bolt", boltTaking(1), 1).shuffleGrouping("spout");
        TopologyRuntime topology = submit();
        run(topology, 4);
        long before = topology.placement().lastEvaluation().orElseThrow().timeMs();

        micros.get().set(50);
        run(topology, 1);
        assertThat(topology.placement().lastEvaluation().orElseThrow().timeMs())
                .isGreaterThan(before);
    }
}
