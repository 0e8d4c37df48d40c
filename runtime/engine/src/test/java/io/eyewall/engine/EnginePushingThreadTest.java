package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.memory.HeapShares;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread of the user's that emits faster than another core executes, which is never blocked. */
@Timeout(120)
class EnginePushingThreadTest {
    private static final int TUPLES = 300_000;

    /** Calls that may wait for the core, those that a link holds, and as many again. */
    private static final int MAX_UNDER_WAY = 2 * (4096 + 4096);

    @Test
    void itIsHeldBackByAFullLink() throws Exception {
        Shared<AtomicInteger> emitted = Shared.of(new AtomicInteger());
        Shared<AtomicInteger> most = Shared.of(new AtomicInteger());
        Shared<CountDownLatch> left = Shared.of(new CountDownLatch(TUPLES));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                        "spout",
                        new TestSpout()
                                .onActivate(
                                        spout -> {
                                            Thread thread =
                                                    new Thread(
                                                            () -> push(spout, emitted.get()),
                                                            "pusher");
                                            thread.setDaemon(true);
                                            thread.start();
                                        }))
                .addConfiguration("eyewall.core", 0);
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    long untilNs = System.nanoTime() + 3_000;
                                    while (System.nanoTime() < untilNs) {
                                        Thread.onSpinWait();
                                    }
                                    int underWay = emitted.get().get() - ++bolt.count;
                                    if (underWay > most.get().get()) {
                                        most.get().set(underWay);
                                    }
                                    left.get().countDown();
                                }))
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        try (Engine engine = Engines.start(2)) {
            Engines.submit(engine, builder);
            assertThat(left.get().await(100, TimeUnit.SECONDS)).isTrue();
            assertThat(most.get().get()).isLessThan(MAX_UNDER_WAY);
        }
    }

    private static final int LARGE_TUPLES = 240;
    private static final int PUSHERS = 4;

    /** One array that all tuples carry: they count as large, this test needs no large heap. */
    private static final byte[] LARGE = new byte[(int) HeapShares.foreignCalls()];

    @Test
    void severalAreHeldBackByFewLargeTuples() throws Exception {
        Shared<AtomicInteger> emitted = Shared.of(new AtomicInteger());
        Shared<AtomicInteger> most = Shared.of(new AtomicInteger());
        Shared<CountDownLatch> left = Shared.of(new CountDownLatch(LARGE_TUPLES));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onActivate(
                                spout -> {
                                    for (int i = 0; i < PUSHERS; i++) {
                                        Thread thread =
                                                new Thread(
                                                        () -> pushLarge(spout, emitted.get()),
                                                        "pusher" + i);
                                        thread.setDaemon(true);
                                        thread.start();
                                    }
                                }));
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    LockSupport.parkNanos(20_000_000);
                                    int underWay = emitted.get().get() - ++bolt.count;
                                    if (underWay > most.get().get()) {
                                        most.get().set(underWay);
                                    }
                                    left.get().countDown();
                                }))
                .shuffleGrouping("spout");
        try (Engine engine = Engines.start(1)) {
            Engines.submit(engine, builder);
            assertThat(left.get().await(100, TimeUnit.SECONDS)).isTrue();
            assertThat(most.get().get()).isLessThan(LARGE_TUPLES / 4);
        }
    }

    private static void pushLarge(TestSpout spout, AtomicInteger emitted) {
        for (int i = 0; i < LARGE_TUPLES / PUSHERS; i++) {
            spout.collector.emit(new Values((Object) LARGE));
            emitted.incrementAndGet();
        }
    }

    private static void push(TestSpout spout, AtomicInteger emitted) {
        for (int i = 0; i < TUPLES; i++) {
            spout.collector.emit(new Values(i));
            emitted.incrementAndGet();
        }
    }
}
