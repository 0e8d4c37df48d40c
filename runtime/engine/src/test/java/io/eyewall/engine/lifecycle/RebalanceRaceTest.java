package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Safepoint;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.ExecutorPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

/** Tests requests of other threads at the worst moments of a rebalance. */
class RebalanceRaceTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int NUMBERS = 100;

    private final Thread owner = Thread.currentThread();
    private final List<Thread> others = new ArrayList<>();
    private final Hook beforeStandstill = new Hook();
    private final Hook atClock = new Hook();
    private final List<Core> cores = Core.create(1, 1, 2, clock());
    private final TopologyRuntime topology;

    /** Runs a hook, once it is set, whenever the test's own thread passes. */
    private final class Hook {
        private Runnable action = () -> {};

        void pass() {
            if (Thread.currentThread() == owner) {
                action.run();
            }
        }
    }

    RebalanceRaceTest() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", TestSpout.trackedNumbers(NUMBERS), 1);
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple)), 1)
                .setNumTasks(2)
                .shuffleGrouping("numbers");
        cores.forEach(Core::driveByCaller);
        topology =
                TopologyRuntime.start(
                        Plans.of(builder),
                        new SubmitSettings(getClass().getClassLoader(), Map.of(), false, null),
                        EngineSettings.from(Plans.map("eyewall.cores", 1)),
                        cores,
                        new BetweenSteps(),
                        Runnable::run,
                        null,
                        over -> {});
        topology.deactivate(); // runs, without any task open
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public long nanoTime() {
                atClock.pass();
                return 1;
            }

            @Override
            public long currentTimeMillis() {
                return 1;
            }
        };
    }

    private final class BetweenSteps implements Safepoint {
        @Override
        public boolean run(Runnable action, Duration limit) {
            beforeStandstill.pass();
            action.run();
            return true;
        }

        @Override
        public void runBriefly() {
            step();
        }
    }

    private void step() {
        cores.forEach(Core::step);
    }

    private void drain() {
        for (int i = 0; i < 2 * NUMBERS; i++) {
            step();
        }
    }

    /** Runs a command on another thread until it is done or waits for a lock of this thread. */
    private void meanwhile(Runnable command) {
        Thread other = new Thread(command);
        other.start();
        while (other.isAlive() && !isHeldUp(other)) {
            Thread.onSpinWait();
        }
        others.add(other);
    }

    private static boolean isHeldUp(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
    }

    private void awaitOthers() throws InterruptedException {
        for (Thread other : others) {
            other.join();
        }
    }

    @Test
    void movesTasksAfterTheyWereOpened() throws Exception {
        beforeStandstill.action = topology::activate;

        topology.rebalance(Map.of("sink", 2), LIMIT);
        drain();

        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        assertThat(topology.executors()).hasSize(4); // with the system bolt
        assertThat(topology.isQuiet()).isTrue();
    }

    @Test
    void opensTasksThatHaveJustMoved() throws Exception {
        Map<ExecutorPlan, Core> places =
                new HashMap<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public Core get(Object plan) { // asked while executors are made
                        meanwhile(topology::activate);
                        return cores.get(0);
                    }
                };
        for (int task : topology.plan().component("sink").taskIds()) {
            places.put(new ExecutorPlan("sink", task, task), cores.get(0));
        }

        topology.resize("sink", places, LIMIT);
        awaitOthers();
        drain();

        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        assertThat(topology.executors()).hasSize(4); // with the system bolt
        assertThat(topology.isQuiet()).isTrue();
    }

    @Test
    void countsMessagesOnceInStatistics() throws Exception {
        topology.activate();
        drain();
        List<ExecutorStats> before = stats();

        atClock.action = () -> meanwhile(this::stats);
        topology.rebalance(Map.of(), Map.of("topology.max.spout.pending", 7), LIMIT);
        atClock.action = () -> {};
        awaitOthers();

        assertThat(stats()).isEqualTo(before);
    }

    private List<ExecutorStats> stats() {
        return topology.metrics().executors().stream().map(ExecutorMetrics::stats).toList();
    }
}
