package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.Engine;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.fixture.Thrown;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.TopologyMetrics;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.policy.IWaitStrategy;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Exceptions on an executor's dedicated thread from code other than the spout's or bolt's. */
@Timeout(120)
class ThreadHostTest {
    private final Engine engine = Engines.start(2);

    @AfterEach
    void close() {
        engine.close();
    }

    /** Returns a topology with a dedicated bolt. */
    private static TopologyBuilder withDedicated(int tuples, Shared<CountDownLatch> cleanedUp) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.numbers(tuples), 1);
        builder.setBolt("bolt", TestBolt.relay().onCleanup(bolt -> cleanedUp.get().countDown()), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", true);
        return builder;
    }

    private static Executor executor(RunningTopology topology, String componentId) {
        return ((TopologyRuntime) topology)
                .executors().stream()
                        .filter(one -> one.component().componentId().equals(componentId))
                        .findAny()
                        .orElseThrow();
    }

    /**
     * Recordings depend on both: the core to which an executor belongs, and the processor time of
     * its thread.
     */
    @Test
    void anExecutorWithAThreadIsStillOneOfItsCore() throws Exception {
        RunningTopology topology =
                Engines.submit(
                        engine, withDedicated(Integer.MAX_VALUE, Shared.of(new CountDownLatch(1))));

        Engines.until(
                "its thread has worked",
                () -> Engines.of(topology, "bolt").stream().allMatch(one -> one.threadNs() > 0));

        TopologyMetrics metrics = topology.metrics();
        assertThat(metrics.cores().stream().mapToInt(CoreMetrics::executors).sum())
                .isEqualTo(metrics.executors().size());
        assertThat(Engines.of(topology, "bolt")).allMatch(ExecutorMetrics::dedicated);
        assertThat(Engines.of(topology, "spout")).allMatch(one -> one.threadNs() == -1);
        Engines.kill(topology);
    }

    /** Work that is handed over wakes a thread only while it waits for work. */
    @Test
    void userCodeThatParksSleepsAsLongAsItWants() throws Exception {
        long napNs = 20_000_000;
        Shared<AtomicBoolean> woken = Shared.of(new AtomicBoolean());
        Shared<CompletableFuture<Long>> slept = Shared.of(new CompletableFuture<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.numbers(2), 1);
        builder.setBolt(
                        "naps",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    while (!woken.get().get()) {
                                        Thread.onSpinWait(); // any other wait may use up a permit
                                    }
                                    long sinceNs = System.nanoTime();
                                    LockSupport.parkNanos(napNs);
                                    slept.get().complete(System.nanoTime() - sinceNs);
                                }),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", true);
        RunningTopology topology = Engines.submit(engine, builder);
        Executor naps = executor(topology, "naps");
        Engines.until("it is in user code, with a tuple waiting", () -> naps.queuedTuples() == 1);

        naps.userCode().host().wake();
        woken.get().set(true);

        assertThat(slept.get().get(30, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(napNs);
        Engines.kill(topology);
    }

    @ParameterizedTest
    @EnumSource
    void theTopologyFailsWithTheCauseAndIsClosed(Thrown thrown) throws Exception {
        Shared<CountDownLatch> cleanedUp = Shared.of(new CountDownLatch(1));
        RunningTopology topology =
                Engines.submit(engine, withDedicated(Integer.MAX_VALUE, cleanedUp));
        Executor bolt = executor(topology, "bolt");
        assertThat(bolt.isDedicated()).isTrue();

        bolt.core().submit(() -> bolt.userCode().call(thrown::raise, () -> {}));

        assertThat(topology.await(Engines.LIMIT)).as("ended").isTrue();
        assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(topology.failure().orElseThrow().describe())
                .contains("'bolt'", "the executor's dedicated thread");
        assertThat(cleanedUp.get().getCount()).as("its bolt was cleaned up").isZero();
    }

    @Test
    void aWaitStrategyThatThrowsFailsTheTopology() throws Exception {
        Shared<CountDownLatch> cleanedUp = Shared.of(new CountDownLatch(1));
        RunningTopology topology =
                Engines.submit(
                        engine,
                        withDedicated(0, cleanedUp),
                        Config.TOPOLOGY_SPOUT_WAIT_STRATEGY,
                        Impatient.class.getName());

        assertThat(topology.await(Engines.LIMIT)).as("ended").isTrue();
        assertThat(topology.failure().orElseThrow().cause()).hasMessage("no patience");
        assertThat(topology.failure().orElseThrow().componentId()).isEqualTo("spout");
        assertThat(cleanedUp.get().getCount()).as("the bolt was cleaned up").isZero();
    }

    /** A wait strategy of the user's own. */
    public static final class Impatient implements IWaitStrategy {
        @Override
        public void prepare(Map<String, Object> conf, WaitSituation waitSituation) {}

        @Override
        public int idle(int idleCounter) {
            throw new IllegalStateException("no patience");
        }
    }
}
