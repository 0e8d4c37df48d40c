package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.fixture.DirectCalls;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.beans.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.function.IntUnaryOperator;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Bolts of a chain that wait for each other. On Storm each has a thread of its own; here one may be
 * called on the stack of the other. The emit of the first is hidden from the analysis of bytecode
 * in a class of the JDK that calls it by reflection, so that only the watcher can find it.
 */
@Timeout(60)
class EngineNestedCallTest {
    private static final int MESSAGES = 50;

    private static volatile Semaphore semaphore = new Semaphore(1);
    private static volatile CountDownLatch acked = new CountDownLatch(0);
    private static final Set<Object> ACKED = ConcurrentHashMap.newKeySet();
    private static final Object LOCK = new Object();
    private static final SynchronousQueue<Object> HAND_OVER = new SynchronousQueue<>();
    private static final ExecutorService POOL =
            Executors.newCachedThreadPool(
                    run -> {
                        Thread thread = new Thread(run, "pool of the test");
                        thread.setDaemon(true);
                        return thread;
                    });

    private final Engine engine = DirectCalls.engine();
    private final TopologyBuilder builder = new TopologyBuilder();

    @BeforeEach
    void begin() {
        semaphore = new Semaphore(1);
        acked = new CountDownLatch(MESSAGES);
        ACKED.clear();
        // Emits again what fails, as Storm's reliable spouts do.
        builder.setSpout(
                "spout",
                TestSpout.trackedNumbers(MESSAGES)
                        .onAck(
                                (s, id) -> {
                                    if (ACKED.add(id)) {
                                        acked.countDown();
                                    }
                                })
                        .onFail((s, id) -> s.collector.emit(new Values(id), id)),
                1);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private RunningTopology run() throws Exception {
        return run(engine);
    }

    private RunningTopology run(Engine on) throws Exception {
        return DirectCalls.run(on, builder, true, acked);
    }

    /** Emits where no analysis of the code can see it. */
    private static void emitHidden(TestBolt bolt, Tuple tuple) throws Exception {
        new Statement(bolt.collector, "emit", new Object[] {tuple, tuple.getValues()}).execute();
    }

    private static TestBolt emitsUnderTheSemaphore() {
        return TestBolt.of(
                (bolt, tuple) -> {
                    semaphore.acquire();
                    try {
                        emitHidden(bolt, tuple);
                    } finally {
                        semaphore.release();
                    }
                    bolt.collector.ack(tuple);
                });
    }

    private static void assertNamed(RunningTopology topology) {
        assertThat(topology.errors())
                .anySatisfy(
                        error ->
                                assertThat(error.stackTrace())
                                        .contains("waiting:", "holding:", "called directly"));
    }

    @Test
    void aReceiverThatWaitsForItsCallersSemaphoreIsNamedAndGoesOn() throws Exception {
        builder.setBolt("holding", emitsUnderTheSemaphore(), 1).shuffleGrouping("spout");
        builder.setBolt(
                        "waiting",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    semaphore.acquire();
                                    semaphore.release();
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("holding");

        assertNamed(run());
    }

    @Test
    void aReceiverThatWaitsForAPoolWhoseThreadsWantItsCallersLockGoesOn() throws Exception {
        builder.setBolt(
                        "holding",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    synchronized (LOCK) {
                                        emitHidden(bolt, tuple);
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "waiting",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    IntUnaryOperator work =
                                            i -> {
                                                synchronized (LOCK) {
                                                    return i + 1;
                                                }
                                            };
                                    POOL.submit(() -> work.applyAsInt(1)).get();
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("holding");

        assertNamed(run());
    }

    @Test
    void aBoltThatHandsSomethingToItsReceiverAfterTheEmitGoesOn() throws Exception {
        builder.setBolt(
                        "holding",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    emitHidden(bolt, tuple);
                                    HAND_OVER.put(1);
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "waiting",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    HAND_OVER.take();
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("holding");

        try (Engine usual = Engines.start(1)) { // who blocks gets a thread of its own
            run(usual);
        }
    }

    @Test
    void aReceiverThatSwallowsTheInterruptGoesOn() throws Exception {
        builder.setBolt("holding", emitsUnderTheSemaphore(), 1).shuffleGrouping("spout");
        builder.setBolt(
                        "waiting",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    try {
                                        semaphore.acquire();
                                        semaphore.release();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("holding");

        assertNamed(run());
    }

    @Test
    void aReceiverOfAnEmitUnderALockRunsAfterTheLockHasBeenReleased() throws Exception {
        builder.setBolt(
                        "holding",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    synchronized (LOCK) {
                                        bolt.collector.emit(tuple, tuple.getValues());
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "waiting",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (Thread.holdsLock(LOCK)) {
                                        throw new IllegalStateException("called under the lock");
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("holding");

        run();
    }

    /** Only bolts that will be called directly need it. */
    @Test
    void boltsWithThreadsOfTheirOwnDoNotEndTheTurnsOfOthers() throws Exception {
        builder.setBolt("dedicated", TestBolt.relay(), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", true);
        builder.setBolt("usual", TestBolt.relay(), 1).shuffleGrouping("dedicated");

        RunningTopology topology = run();

        assertThat(((TopologyRuntime) topology).executors())
                .filteredOn(executor -> executor.component().isUserDefined())
                .noneMatch(executor -> executor.isBlocked(Tasklet.UNPROVEN));
    }
}
