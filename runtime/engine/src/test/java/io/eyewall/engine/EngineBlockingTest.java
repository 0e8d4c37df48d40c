package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** User code that blocks, on one core with others. Released by what the others have done. */
@Timeout(60)
class EngineBlockingTest {
    private static final int PROGRESS = 50_000;

    private final Engine engine = Engines.start(1, "eyewall.blocking.threshold.ms", 2);
    private final TopologyBuilder builder = new TopologyBuilder();

    @AfterEach
    void close() {
        engine.close();
    }

    /** A latch that opens when a pipeline has processed so many tuples after it was armed. */
    private static final class Progress {
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile boolean armed;
        private final AtomicInteger count = new AtomicInteger();

        void arm() {
            armed = true;
        }

        void step() {
            if (armed && count.incrementAndGet() == PROGRESS) {
                done.countDown();
            }
        }

        void armAndAwait() throws InterruptedException {
            arm();
            Engines.await("progress of the others", done);
        }
    }

    private void fastPipeline(Shared<Progress> progress) {
        builder.setSpout(
                "fastSpout", new TestSpout().onNext(s -> s.collector.emit(new Values(1))), 1);
        builder.setBolt("fastBolt", TestBolt.of((bolt, tuple) -> progress.get().step()), 1)
                .shuffleGrouping("fastSpout");
    }

    @Test
    void othersGoOnWhileABoltBlocks() throws Exception {
        Shared<Progress> progress = Shared.of(new Progress());
        Shared<CountDownLatch> returned = Shared.of(new CountDownLatch(1));
        fastPipeline(progress);
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "blocking",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    progress.get().armAndAwait();
                                    returned.get().countDown();
                                }),
                        1)
                .shuffleGrouping("spout");

        RunningTopology topology = Engines.submit(engine, builder);

        Engines.await("return of the blocked bolt", returned.get());
        assertThat(engine.blockedThreads()).isPositive();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
    }

    @Test
    void othersGoOnWhileASpoutBlocks() throws Exception {
        Shared<Progress> progress = Shared.of(new Progress());
        Shared<CountDownLatch> received = Shared.of(new CountDownLatch(1));
        fastPipeline(progress);
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    progress.get().armAndAwait();
                                    s.collector.emit(new Values("after"));
                                }),
                1);
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> received.get().countDown()), 1)
                .shuffleGrouping("spout");

        Engines.submit(engine, builder);

        Engines.await("what the spout emitted after it was blocked", received.get());
    }

    @Test
    void othersGoOnWhileOpenAndPrepareAndAckBlock() throws Exception {
        Shared<Progress> open = Shared.of(new Progress());
        Shared<Progress> prepare = Shared.of(new Progress());
        Shared<Progress> ack = Shared.of(new Progress());
        Shared<CountDownLatch> acked = Shared.of(new CountDownLatch(1));
        TopologyBuilder other = new TopologyBuilder();
        other.setSpout(
                "fastSpout", new TestSpout().onNext(s -> s.collector.emit(new Values(1))), 1);
        other.setBolt(
                        "fastBolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    open.get().step();
                                    prepare.get().step();
                                    ack.get().step();
                                }),
                        1)
                .shuffleGrouping("fastSpout");
        Engines.submit(engine, other);
        builder.setSpout(
                "spout",
                TestSpout.trackedNumbers(1)
                        .onOpen(s -> open.get().armAndAwait())
                        .onAck(
                                (s, id) -> {
                                    ack.get().armAndAwait();
                                    acked.get().countDown();
                                }),
                1);
        builder.setBolt("bolt", TestBolt.relay().onPrepare(b -> prepare.get().armAndAwait()), 1)
                .shuffleGrouping("spout");

        Engines.submit(engine, builder);

        Engines.await("ack", acked.get());
    }

    /** Without ackers the spout's ack is called inside its emit, and is user code all the same. */
    @Test
    void othersGoOnWhileAnAckInsideAnEmitBlocks() throws Exception {
        Shared<Progress> progress = Shared.of(new Progress());
        Shared<CountDownLatch> acked = Shared.of(new CountDownLatch(1));
        fastPipeline(progress);
        builder.setSpout(
                "spout",
                TestSpout.trackedNumbers(1)
                        .onAck(
                                (s, id) -> {
                                    progress.get().armAndAwait();
                                    acked.get().countDown();
                                }),
                1);
        builder.setBolt("bolt", new TestBolt(), 1).shuffleGrouping("spout");

        Engines.submit(engine, builder, Config.TOPOLOGY_ACKER_EXECUTORS, 0);

        Engines.await("ack", acked.get());
    }

    @Test
    void aBoltMayWaitForABoltOfAnotherSpout() throws Exception {
        Shared<CountDownLatch> waiting = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> released = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> done = Shared.of(new CountDownLatch(1));
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "waiter",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    waiting.get().countDown();
                                    Engines.await("the releaser", released.get());
                                    done.get().countDown();
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setSpout(
                "other",
                new TestSpout()
                        .onNext(
                                s -> {
                                    if (waiting.get().getCount() == 0 && s.count++ == 0) {
                                        s.collector.emit(new Values(1));
                                    }
                                }),
                1);
        builder.setBolt("releaser", TestBolt.of((b, t) -> released.get().countDown()), 1)
                .shuffleGrouping("other");

        Engines.submit(engine, builder);

        Engines.await("the waiter", done.get());
    }

    /** On Storm both bolts have the tuple in their queues before either runs. */
    @Test
    void twoBoltsMayWaitForEachOtherWithTheSameTuple() throws Exception {
        Shared<CountDownLatch> both = Shared.of(new CountDownLatch(2));
        Shared<CountDownLatch> done = Shared.of(new CountDownLatch(2));
        TestBolt bolt =
                TestBolt.of(
                        (b, tuple) -> {
                            both.get().countDown();
                            Engines.await("the other bolt", both.get());
                            done.get().countDown();
                        });
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt("one", bolt, 1).shuffleGrouping("spout");
        builder.setBolt("two", bolt, 1).shuffleGrouping("spout");

        Engines.submit(engine, builder);

        Engines.await("both bolts", done.get());
    }

    @Test
    void aBoltMayWaitForWhatItHasJustEmitted() throws Exception {
        for (int depth : new int[] {0, 32}) {
            try (Engine own =
                    Engines.start(
                            1, "eyewall.blocking.threshold.ms", 2, "eyewall.direct.depth", depth)) {
                Shared<CountDownLatch> arrived = Shared.of(new CountDownLatch(1));
                Shared<CountDownLatch> done = Shared.of(new CountDownLatch(1));
                TopologyBuilder chain = new TopologyBuilder();
                chain.setSpout("spout", TestSpout.numbers(1), 1);
                chain.setBolt(
                                "first",
                                TestBolt.of(
                                        (bolt, tuple) -> {
                                            bolt.collector.emit(new Values(1));
                                            Engines.await("the second", arrived.get());
                                            done.get().countDown();
                                        }),
                                1)
                        .shuffleGrouping("spout");
                chain.setBolt("second", TestBolt.of((b, t) -> arrived.get().countDown()), 1)
                        .shuffleGrouping("first");

                Engines.submit(own, chain);

                Engines.await("the first", done.get());
            }
        }
    }

    /** Nothing else shows a call that holds up its callers: no count changes, nothing is queued. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallThatDoesNotReturnIsReported(boolean dedicated) throws Exception {
        Shared<CountDownLatch> released = Shared.of(new CountDownLatch(1));
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "waiter",
                        TestBolt.of((bolt, tuple) -> Engines.await("release", released.get())),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", dedicated);

        RunningTopology topology = Engines.submit(engine, builder);

        Engines.until(
                "report of the call",
                () -> Engines.of(topology, "waiter").get(0).callNs() > 100_000_000);
        assertThat(Engines.of(topology, "spout").get(0).callNs()).as("a spout may wait").isZero();
        released.get().countDown();
        Engines.until("return", () -> Engines.of(topology, "waiter").get(0).callNs() == 0);
    }

    @Test
    void whoBlocksRepeatedlyGetsAThreadOfItsOwn() throws Exception {
        Shared<Set<Thread>> threads = Shared.of(ConcurrentHashMap.newKeySet());
        Shared<CountDownLatch> executed = Shared.of(new CountDownLatch(10));
        builder.setSpout("spout", TestSpout.trackedNumbers(10), 1);
        builder.setBolt(
                        "sleepy",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    threads.get().add(Thread.currentThread());
                                    LockSupport.parkNanos(20_000_000);
                                    bolt.collector.ack(tuple);
                                    executed.get().countDown();
                                }),
                        1)
                .shuffleGrouping("spout");

        RunningTopology topology = Engines.submit(engine, builder);

        Engines.await("ten tuples", executed.get());
        assertThat(Engines.of(topology, "sleepy").get(0).dedicated()).isTrue();
        assertThat(Engines.of(topology, "fastBolt")).isEmpty();
        Engines.until("acks", () -> Engines.of(topology, "spout").get(0).acked() == 10);
    }

    /** The spout's messages are counted by one kind of thread and acked by another. */
    @Test
    void aSleepingSpoutKeepsToMaxPendingAndNeverStops() throws Exception {
        Shared<CountDownLatch> acked = Shared.of(new CountDownLatch(30));
        Shared<AtomicInteger> pending = Shared.of(new AtomicInteger());
        Shared<AtomicInteger> most = Shared.of(new AtomicInteger());
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    LockSupport.parkNanos(15_000_000);
                                    most.get()
                                            .accumulateAndGet(
                                                    pending.get().incrementAndGet(), Math::max);
                                    s.collector.emit(new Values(1), s.count++);
                                })
                        .onAck(
                                (s, id) -> {
                                    pending.get().decrementAndGet();
                                    acked.get().countDown();
                                }),
                1);
        builder.setBolt("bolt", TestBolt.relay(), 1).shuffleGrouping("spout");

        RunningTopology topology =
                Engines.submit(engine, builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 1);

        Engines.await("30 acks with one message at a time", acked.get());
        assertThat(Engines.of(topology, "spout").get(0).dedicated()).isTrue();
        assertThat(most.get().get()).isLessThanOrEqualTo(2);
    }

    @Test
    void aTopologyEndsWhoseCodeIsBlocked() throws Exception {
        Shared<CountDownLatch> blocked = Shared.of(new CountDownLatch(2));
        Shared<CountDownLatch> never = Shared.of(new CountDownLatch(1));
        Shared<AtomicInteger> closed = Shared.of(new AtomicInteger());
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    s.collector.emit(new Values(s.count++));
                                    if (s.count == 2) {
                                        blocked.get().countDown();
                                        never.get().await(); // ends when it is interrupted
                                    }
                                })
                        .onClose(s -> closed.get().incrementAndGet()),
                1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                        (b, t) -> {
                                            blocked.get().countDown();
                                            never.get().await();
                                        })
                                .onCleanup(b -> closed.get().incrementAndGet()),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", true);
        RunningTopology topology = Engines.submit(engine, builder);
        Engines.await("spout and bolt", blocked.get());

        Engines.kill(topology);

        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
        assertThat(closed.get().get()).as("closed and cleaned up").isEqualTo(2);
        assertThat(topology.failure()).isEmpty();
    }

    @Test
    void aTopologyEndsWhoseCodeIgnoresInterrupts() throws Exception {
        Shared<CountDownLatch> blocked = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> atLast = Shared.of(new CountDownLatch(1));
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (b, t) -> {
                                    blocked.get().countDown();
                                    while (atLast.get().getCount() > 0) {
                                        LockSupport.parkNanos(1_000_000);
                                        Thread.interrupted();
                                    }
                                }),
                        1)
                .shuffleGrouping("spout");
        RunningTopology topology = Engines.submit(engine, builder);
        Engines.await("bolt", blocked.get());

        topology.kill(Duration.ZERO);

        assertThat(topology.await(Duration.ofSeconds(10))).as("given up on").isTrue();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
        atLast.get().countDown();
    }
}
