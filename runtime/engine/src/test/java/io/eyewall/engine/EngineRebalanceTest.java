package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks that move between executors under load, with real threads. */
class EngineRebalanceTest {
    private static final int TASKS = 6;

    private final Engine engine = Engines.start(3);
    private final TopologyBuilder builder = new TopologyBuilder();

    @AfterEach
    void close() {
        engine.close();
    }

    /**
     * Every message is acked exactly once and none fails, and every pair of tasks keeps its order,
     * while all components get other numbers of executors at random moments. One bolt sleeps now
     * and then, so that cores are taken from threads and executors get threads of their own.
     */
    @Test
    void nothingIsLostOrReorderedByManyRebalances() throws Exception {
        int perTask = 20_000;
        AtomicIntegerArray acks = new AtomicIntegerArray(perTask);
        CountDownLatch acked = new CountDownLatch(2 * perTask);
        Shared<AtomicIntegerArray> acksOf = Shared.of(acks);
        Shared<CountDownLatch> latch = Shared.of(acked);
        Shared<Map<String, Integer>> last = Shared.of(new ConcurrentHashMap<>());
        Shared<AtomicInteger> disorder = Shared.of(new AtomicInteger());
        Shared<AtomicInteger> fails = Shared.of(new AtomicInteger());
        builder.setSpout(
                        "spout",
                        TestSpout.trackedNumbers(perTask)
                                .onAck(
                                        (s, id) -> {
                                            acksOf.get().incrementAndGet((Integer) id);
                                            latch.get().countDown();
                                        })
                                .onFail((s, id) -> fails.get().incrementAndGet()),
                        1)
                .setNumTasks(2);
        TestBolt relay =
                TestBolt.of(
                        (bolt, tuple) -> {
                            Values values = new Values(tuple.getValue(0), tuple.getSourceTask());
                            bolt.collector.emit(tuple, values);
                            if (bolt.count++ % 4_000 == 3_999) {
                                LockSupport.parkNanos(3_000_000);
                            }
                            bolt.collector.ack(tuple);
                        })
                        .stream("default", "value", "spout");
        builder.setBolt("relay", relay, 2).setNumTasks(TASKS).shuffleGrouping("spout");
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    int number = tuple.getInteger(0);
                                    String way =
                                            tuple.getValue(1)
                                                    + ">"
                                                    + tuple.getSourceTask()
                                                    + ">"
                                                    + bolt.context.getThisTaskId();
                                    Integer before = last.get().put(way, number);
                                    if (before != null && before >= number) {
                                        disorder.get().incrementAndGet();
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        3)
                .setNumTasks(TASKS)
                .fieldsGrouping("relay", new Fields("value"));
        RunningTopology topology =
                Engines.submit(engine, builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 500);

        Random random = new Random(42);
        int rebalances = 0;
        while (acked.getCount() > 0 && rebalances < 5_000 && fails.get().get() == 0) {
            topology.rebalance(
                    Map.of(
                            "spout", 1 + random.nextInt(2),
                            "relay", 1 + random.nextInt(TASKS),
                            "sink", 1 + random.nextInt(TASKS)),
                    Engines.LIMIT);
            rebalances++;
        }

        Engines.await("acks", acked);
        assertThat(rebalances).as("rebalances").isGreaterThan(20);
        assertThat(fails.get().get()).as("fails").isZero();
        assertThat(disorder.get().get()).as("tuples out of order").isZero();
        for (int i = 0; i < perTask; i++) {
            assertThat(acks.get(i)).as("acks of %d, of two tasks", i).isEqualTo(2);
        }
        Engines.until("quiet", topology::isQuiet);
    }

    @Test
    void userCodeThatDoesNotReturnIsNotMoved() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(10);
        Shared<CountDownLatch> inside = Shared.of(entered);
        Shared<CountDownLatch> gate = Shared.of(release);
        Shared<CountDownLatch> executed = Shared.of(done);
        builder.setSpout("numbers", TestSpout.numbers(10), 1);
        builder.setBolt(
                        "stuck",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    inside.get().countDown();
                                    gate.get().await();
                                    executed.get().countDown();
                                }),
                        1)
                .setNumTasks(2)
                .shuffleGrouping("numbers");
        RunningTopology topology = Engines.submit(engine, builder);
        Engines.await("entered", entered);

        assertThatThrownBy(() -> topology.rebalance(Map.of("stuck", 2), Duration.ofMillis(200)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("user code of [stuck:[")
                .hasMessageContaining("did not return within 200 ms");
        assertThat(Engines.of(topology, "stuck")).hasSize(1);

        release.countDown();
        Engines.await("all tuples", done);
        topology.rebalance(Map.of("stuck", 2), Engines.LIMIT);
        assertThat(Engines.of(topology, "stuck")).hasSize(2);
    }

    /** Its receivers rest already, and make no room for it. */
    @Test
    void aCallThatEmitsMuchIsNotHeldUpWhileARebalanceWaitsForIt() throws Exception {
        int count = 3_000;
        CountDownLatch emitting = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(count);
        Shared<CountDownLatch> begun = Shared.of(emitting);
        Shared<CountDownLatch> received = Shared.of(done);
        builder.setSpout("one", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "many",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    for (int i = 0; i < count; i++) {
                                        bolt.collector.emit(new Values(i));
                                        if (i == 100) {
                                            begun.get().countDown();
                                        }
                                    }
                                }),
                        1)
                .setNumTasks(2)
                .addConfiguration("eyewall.executor.dedicated", true)
                .globalGrouping("one");
        builder.setBolt(
                        "slow",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    LockSupport.parkNanos(1_000_000);
                                    received.get().countDown();
                                }),
                        1)
                .setNumTasks(2)
                .addConfiguration("eyewall.executor.dedicated", true)
                .shuffleGrouping("many");
        RunningTopology topology = Engines.submit(engine, builder, "eyewall.mailbox.capacity", 16);
        Engines.await("emits", emitting);

        topology.rebalance(Map.of("many", 2, "slow", 2), Engines.LIMIT);

        Engines.await("all tuples", done);
    }

    /**
     * A call that a rebalance waits for may itself wait for a thread that emits through a component
     * which is not moved, and whose receiver is full: each of its emits would wait for more than a
     * second.
     */
    @Test
    void aCallThatWaitsForAnotherComponentsEmitsIsNotHeldUpEither() throws Exception {
        Shared<CountDownLatch> release = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> waiting = Shared.of(new CountDownLatch(1));
        Shared<CompletableFuture<TestBolt>> emitter = Shared.of(new CompletableFuture<>());
        builder.setSpout("one", TestSpout.numbers(1), 1);
        builder.setBolt("emitter", TestBolt.of((bolt, tuple) -> emitter.get().complete(bolt)), 1)
                .shuffleGrouping("one");
        builder.setBolt("blocked", TestBolt.of((bolt, tuple) -> release.get().await()), 1)
                .addConfiguration("eyewall.executor.dedicated", true)
                .shuffleGrouping("emitter");
        builder.setBolt(
                        "waits",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    TestBolt through = emitter.get().get();
                                    Thread pool =
                                            new Thread(
                                                    () -> {
                                                        for (int i = 0; i < 1_500; i++) {
                                                            through.collector.emit(new Values(i));
                                                            if (i == 340) {
                                                                waiting.get().countDown();
                                                            }
                                                        }
                                                    });
                                    pool.start();
                                    pool.join();
                                }),
                        1)
                .setNumTasks(2)
                .shuffleGrouping("one");
        RunningTopology topology = Engines.submit(engine, builder, "eyewall.mailbox.capacity", 16);
        Engines.await("receivers that are full, and emits that wait", waiting.get());

        topology.rebalance(Map.of("waits", 2), Engines.LIMIT);

        release.get().countDown();
    }

    /** As the monitor's moves are, too, when user code interrupts all threads that it can find. */
    @Test
    void aRebalanceThatIsInterruptedLeavesNobodyPaused() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(10);
        Shared<CountDownLatch> inside = Shared.of(entered);
        Shared<CountDownLatch> gate = Shared.of(release);
        Shared<CountDownLatch> executed = Shared.of(done);
        builder.setSpout("numbers", TestSpout.numbers(10), 1);
        builder.setBolt(
                        "busy",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    inside.get().countDown();
                                    gate.get().await();
                                    executed.get().countDown();
                                }),
                        1)
                .setNumTasks(2)
                .shuffleGrouping("numbers");
        RunningTopology topology = Engines.submit(engine, builder);
        Engines.await("entered", entered);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread rebalance =
                new Thread(
                        () -> {
                            try {
                                topology.rebalance(Map.of("busy", 2), Duration.ofHours(1));
                            } catch (Throwable e) {
                                thrown.complete(e);
                            }
                        });
        rebalance.start();
        Engines.until(
                "paused",
                () ->
                        ((TopologyRuntime) topology)
                                .executors().stream().anyMatch(e -> e.isBlocked(Tasklet.PAUSED)));

        rebalance.interrupt();

        assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        release.countDown();
        Engines.await("all tuples", done);
    }

    @Test
    void aTopologyThatFailsMeanwhileIsNotWaitedFor() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Shared<CountDownLatch> inside = Shared.of(entered);
        Shared<CountDownLatch> gate = Shared.of(release);
        builder.setSpout("numbers", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "fails",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    inside.get().countDown();
                                    gate.get().await();
                                    throw new IllegalStateException("at last");
                                }),
                        1)
                .setNumTasks(2)
                .shuffleGrouping("numbers");
        RunningTopology topology = Engines.submit(engine, builder);
        Engines.await("entered", entered);
        new Thread(release::countDown).start();

        assertThatThrownBy(
                        () -> {
                            topology.rebalance(Map.of("fails", 2), Duration.ofHours(1));
                            topology.await(Engines.LIMIT);
                            topology.rebalance(Map.of("fails", 1), Duration.ofHours(1));
                        })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching(".*rebalance while it is (ending|FAILED);.*");
    }

    /** Threads of the user's emit through a bolt while its task moves: each keeps its order. */
    @Test
    void foreignThreadsKeepTheirOrderWhileTheirTaskMoves() throws Exception {
        int numbers = 30_000;
        CountDownLatch received = new CountDownLatch(2 * numbers);
        Shared<CountDownLatch> latch = Shared.of(received);
        Shared<AtomicInteger> disorder = Shared.of(new AtomicInteger());
        Shared<Map<String, Integer>> last = Shared.of(new ConcurrentHashMap<>());
        builder.setSpout("silent", new TestSpout(), 1);
        builder.setBolt(
                        "source",
                        new TestBolt()
                                        .onPrepare(
                                                bolt -> {
                                                    Thread thread =
                                                            new Thread(
                                                                    () -> {
                                                                        for (int i = 0;
                                                                                i < numbers;
                                                                                i++) {
                                                                            bolt.collector.emit(
                                                                                    new Values(i));
                                                                        }
                                                                    });
                                                    thread.setDaemon(true);
                                                    thread.start();
                                                })
                                        .stream("default", "value"),
                        1)
                .setNumTasks(2)
                .shuffleGrouping("silent");
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    String from = String.valueOf(tuple.getSourceTask());
                                    Integer before = last.get().put(from, tuple.getInteger(0));
                                    if (before != null && before >= tuple.getInteger(0)) {
                                        disorder.get().incrementAndGet();
                                    }
                                    latch.get().countDown();
                                }),
                        1)
                .globalGrouping("source");
        RunningTopology topology = Engines.submit(engine, builder);

        int executors = 1;
        while (received.getCount() > 0 && disorder.get().get() == 0) {
            executors = 3 - executors;
            topology.rebalance(Map.of("source", executors), Engines.LIMIT);
        }

        Engines.await("all numbers", received);
        assertThat(disorder.get().get()).as("numbers out of order").isZero();
    }

    /** A topology whose bolt can't be prepared before the gate is open; it has been entered. */
    private RunningTopology opening(CountDownLatch gate) throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        Shared<CountDownLatch> inside = Shared.of(entered);
        Shared<CountDownLatch> wait = Shared.of(gate);
        builder.setSpout("spout", new TestSpout(), 1).setNumTasks(4);
        builder.setBolt(
                        "slow",
                        new TestBolt()
                                .onPrepare(
                                        bolt -> {
                                            inside.get().countDown();
                                            wait.get().await();
                                        }),
                        2)
                .setNumTasks(TASKS)
                .shuffleGrouping("spout");
        RunningTopology topology =
                engine.submit(Plans.of(builder), SubmitSettings.of(getClass().getClassLoader()));
        Engines.await("prepare", entered);
        return topology;
    }

    private static int executors(RunningTopology topology, String componentId) {
        return (int)
                topology.plan().executors().stream()
                        .filter(each -> each.componentId().equals(componentId))
                        .count();
    }

    @Test
    void whatIsOrderedWhileItOpensIsDoneWhenItIsOpen() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        RunningTopology topology = opening(gate);

        topology.rebalance(Map.of("slow", 5, "spout", 2), Engines.LIMIT);
        topology.rebalance(Map.of("slow", 3), Engines.LIMIT);
        assertThatThrownBy(() -> topology.rebalance(Map.of("nobody", 1), Engines.LIMIT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(topology.status()).isEqualTo(TopologyStatus.STARTING);
        assertThat(executors(topology, "slow")).isEqualTo(2);

        gate.countDown();
        Engines.until("rebalanced", () -> executors(topology, "slow") == 3);
        assertThat(executors(topology, "spout")).isEqualTo(2);
        topology.rebalance(Map.of("slow", 6), Engines.LIMIT);
        assertThat(executors(topology, "slow")).isEqualTo(6);
    }

    @Test
    void whatIsKilledWhileItOpensIsNotRebalanced() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        RunningTopology topology = opening(gate);
        topology.rebalance(Map.of("slow", 5), Engines.LIMIT);
        topology.kill(Duration.ZERO);
        gate.countDown();
        assertThat(topology.await(Engines.LIMIT)).isTrue();
        assertThat(executors(topology, "slow")).isEqualTo(2);
    }
}
