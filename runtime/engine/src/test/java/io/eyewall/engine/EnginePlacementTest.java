package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.topology.ExecutorPlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Collectors;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Executors that move between the threads of cores. */
@Timeout(60)
@NullUnmarked // what is missing fails the test
class EnginePlacementTest {
    private static final int MOVES = 100;
    private static final int MESSAGES = 200_000;

    @Test
    void chainsThatShareACoreAreSeparated() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        for (String chain : List.of("a", "b")) {
            builder.setSpout(chain, TestSpout.numbers(Integer.MAX_VALUE), 1);
            builder.setBolt(chain + "-bolt", new TestBolt(), 1).shuffleGrouping(chain);
        }
        try (Engine engine =
                Engines.start(
                        2, "eyewall.placement", "affinity", "eyewall.placement.period.secs", 1)) {
            RunningTopology topology = Engines.submit(engine, builder);

            Engines.until("moved", () -> topology.placement().moves() > 0);

            assertThat(core(topology, "a")).isNotEqualTo(core(topology, "b"));
            assertThat(core(topology, "a-bolt")).isEqualTo(core(topology, "a"));
            assertThat(core(topology, "b-bolt")).isEqualTo(core(topology, "b"));
            assertThat(topology.placement().lastAdvice()).isPresent();
        }
    }

    private static int core(RunningTopology topology, String component) {
        return Engines.of(topology, component).get(0).core();
    }

    @Test
    void nothingIsLostOrCalledTwiceWhileExecutorsMove() throws Exception {
        Shared<AtomicIntegerArray> executed = Shared.of(new AtomicIntegerArray(MESSAGES));
        Shared<AtomicInteger> acked = Shared.of(new AtomicInteger());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "numbers",
                TestSpout.trackedNumbers(MESSAGES)
                        .onAck((spout, id) -> acked.get().incrementAndGet()),
                1);
        builder.setBolt("relay", TestBolt.relay(), 2)
                .fieldsGrouping("numbers", new Fields("value"));
        builder.setBolt(
                        "count",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    executed.get().incrementAndGet(tuple.getInteger(0));
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("relay");
        Random random = new Random(1);
        try (Engine engine = Engines.start(2)) {
            TopologyRuntime topology =
                    (TopologyRuntime)
                            Engines.submit(engine, builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 500);
            List<Core> cores = // the executors of relay are on both
                    topology.executors().stream().map(Executor::core).distinct().toList();
            while (topology.placement().moves() < MOVES) {
                topology.move(randomPlaces(topology, cores, random), Duration.ofSeconds(10));
            }
            Engines.until("all acked", () -> acked.get().get() == MESSAGES);
            Engines.until("quiet", topology::isQuiet);
        }
        for (int number = 0; number < MESSAGES; number++) {
            assertThat(executed.get().get(number)).as("executions of %d", number).isEqualTo(1);
        }
    }

    @Test
    void userCodeThatDoesNotReturnKeepsItsPlaceUntilItDoes() throws Exception {
        Shared<CountDownLatch> entered = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> released = Shared.of(new CountDownLatch(1));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", TestSpout.trackedNumbers(1), 1)
                .addConfiguration("eyewall.core", 0);
        builder.setBolt(
                        "blocks",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    entered.get().countDown();
                                    released.get().await();
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .addConfiguration("eyewall.core", 1)
                .shuffleGrouping("numbers");
        try (Engine engine = Engines.start(2)) {
            TopologyRuntime topology = (TopologyRuntime) Engines.submit(engine, builder);
            Engines.await("in execute", entered.get());
            Map<String, Executor> executors =
                    topology.executors().stream()
                            .collect(Collectors.toMap(e -> e.plan().componentId(), e -> e));
            Executor blocks = executors.get("blocks");
            Core other = executors.get("numbers").core();
            Map<ExecutorPlan, Core> places = Map.of(blocks.plan(), other);

            assertThat(topology.move(places, Duration.ofMillis(50))).isZero();
            assertThat(topology.executors()).contains(blocks);

            released.get().countDown();
            assertThat(topology.move(places, Engines.LIMIT)).isEqualTo(1);
            assertThat(core(topology, "blocks")).isEqualTo(other.index());
            Engines.until("quiet", topology::isQuiet);
        }
    }

    private static Map<ExecutorPlan, Core> randomPlaces(
            TopologyRuntime topology, List<Core> cores, Random random) {
        Map<ExecutorPlan, Core> places = new HashMap<>();
        for (Executor executor : topology.executors()) {
            if (random.nextInt(3) == 0) {
                places.put(executor.plan(), cores.get(random.nextInt(cores.size())));
            }
        }
        return places;
    }
}
