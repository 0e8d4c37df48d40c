package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.memory.HeapShares;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Tuples so large that limits in tuples would let them fill the heap. */
class LargeTuplesTest {
    /** One array that all tuples carry, so that the tuples are large and the test's heap is not. */
    private static final byte[] LARGE = new byte[(int) (HeapShares.mailbox() / 16)];

    private final TopologyBuilder builder = new TopologyBuilder();
    private final AtomicInteger emitted = new AtomicInteger();

    private void spouts(int count) {
        Shared<AtomicInteger> emits = Shared.of(emitted);
        for (int i = 0; i < count; i++) {
            builder.setSpout(
                            "spout" + i,
                            new TestSpout()
                                    .onNext(
                                            spout -> {
                                                emits.get().incrementAndGet();
                                                spout.collector.emit(new Values((Object) LARGE));
                                            }),
                            1)
                    .addConfiguration("eyewall.core", 0);
        }
    }

    private BoltDeclarer sink(TestBolt bolt, int spouts) {
        BoltDeclarer sink = builder.setBolt("sink", bolt, 1);
        for (int i = 0; i < spouts; i++) {
            sink.shuffleGrouping("spout" + i);
        }
        return sink;
    }

    @Test
    void fewOfThemAreOnTheirWayToACoreThatIsBusy() {
        spouts(10);
        sink(new TestBolt(), 10).addConfiguration("eyewall.core", 1);
        SteppedCores engine = new SteppedCores(2);
        engine.submit(Plans.of(builder));
        Core sending = engine.cores.get(0);
        Core receiving = engine.cores.get(1);
        while (emitted.get() == 0) { // until all tasks are open
            sending.step();
            if (emitted.get() == 0) {
                receiving.step();
            }
        }

        for (int i = 0; i < 1_000; i++) {
            sending.step();
        }

        long bytes = emitted.get() * (long) LARGE.length;
        assertThat(bytes).isLessThan(2 * HeapShares.link(2) + 11L * LARGE.length);
    }

    @Test
    void fewOfThemWaitForABoltThatHasAThreadOfItsOwn() throws Exception {
        spouts(50);
        Shared<CountDownLatch> entered = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> goOn = Shared.of(new CountDownLatch(1));
        TestBolt blocking =
                TestBolt.of(
                        (bolt, tuple) -> {
                            entered.get().countDown();
                            goOn.get().await();
                        });
        sink(blocking, 50).addConfiguration("eyewall.executor.dedicated", true);
        SteppedCores engine = new SteppedCores(1);
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        while (!entered.get().await(1, TimeUnit.MILLISECONDS)) {
            engine.step();
        }

        for (int i = 0; i < 1_000; i++) {
            engine.step();
        }

        long bytes = emitted.get() * (long) LARGE.length;
        // the limits of the mailbox and the thread, and one emit of each spout beyond them
        assertThat(bytes).isLessThan(2 * HeapShares.mailbox() + 52L * LARGE.length);
        goOn.get().countDown();
        topology.kill(Duration.ZERO);
        engine.drain();
    }
}
