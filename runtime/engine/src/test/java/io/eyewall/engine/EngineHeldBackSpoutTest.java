package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a spout on a core is told while its receivers are full. */
@Timeout(120)
class EngineHeldBackSpoutTest {
    private final TopologyBuilder builder = new TopologyBuilder();

    /**
     * One call fills the receiver, which waits until the spout knows of the first tuple: no other
     * call can follow. On Storm acks don't wait for room.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itIsToldOfWhatItsOnlyCallEmittedAfterAWhile(boolean dedicated) throws Exception {
        Shared<CountDownLatch> told = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> passed = Shared.of(new CountDownLatch(1));
        builder.setSpout(
                        "spout",
                        new TestSpout()
                                .onNext(
                                        spout -> {
                                            while (spout.count < 300) {
                                                spout.collector.emit(
                                                        new Values(spout.count), spout.count++);
                                            }
                                        })
                                .onAck((spout, id) -> told.get().countDown()))
                .addConfiguration("eyewall.executor.dedicated", dedicated);
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (tuple.getInteger(0) == 1) {
                                        told.get().await();
                                        passed.get().countDown();
                                    }
                                    bolt.collector.ack(tuple);
                                }))
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", true);
        try (Engine engine = Engines.start(2)) {
            Engines.submit(engine, builder, "eyewall.mailbox.capacity", 4);
            assertThat(passed.get().await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** The bolt waits at its second tuple until the spout knows of the first. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itIsToldOfAcks(int sinkCore) throws Exception {
        Shared<CountDownLatch> told = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> passed = Shared.of(new CountDownLatch(1));
        builder.setSpout(
                        "spout",
                        TestSpout.trackedNumbers(Integer.MAX_VALUE)
                                .onAck((spout, id) -> told.get().countDown()))
                .addConfiguration("eyewall.core", 0);
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (tuple.getInteger(0) == 1) {
                                        told.get().await();
                                        passed.get().countDown();
                                    }
                                    bolt.collector.ack(tuple);
                                }))
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", sinkCore)
                .addConfiguration("eyewall.executor.dedicated", true);
        try (Engine engine = Engines.start(2)) {
            Engines.submit(engine, builder, "eyewall.mailbox.capacity", 4);
            assertThat(passed.get().await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /**
     * A bolt acks at once, in the emit itself or on another core, and then the same call fills
     * another one: the spout learns of the ack after the next call of nextTuple (decision 52).
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itIsNotToldOfWhatItsLastCallEmitted(int quickCore) throws Exception {
        int messages = 20_000;
        Shared<AtomicInteger> tooEarly = Shared.of(new AtomicInteger());
        Shared<CountDownLatch> acked = Shared.of(new CountDownLatch(messages));
        TestSpout spout =
                new TestSpout()
                        .stream("more", "value")
                                .onNext(
                                        task -> {
                                            int number = task.count++;
                                            if (number < messages) {
                                                task.collector.emit(new Values(number), number);
                                                task.collector.emit("more", new Values(number));
                                            }
                                        })
                                .onAck(
                                        (task, id) -> {
                                            if (task.count < (Integer) id + 2) {
                                                tooEarly.get().incrementAndGet();
                                            }
                                            acked.get().countDown();
                                        });
        builder.setSpout("spout", spout).addConfiguration("eyewall.core", 0);
        builder.setBolt("quick", TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple)))
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", quickCore);
        builder.setBolt("slow", TestBolt.of((bolt, tuple) -> LockSupport.parkNanos(1_000)))
                .shuffleGrouping("spout", "more")
                .addConfiguration("eyewall.core", 1)
                .addConfiguration("eyewall.executor.dedicated", true);
        try (Engine engine = Engines.start(2)) {
            Engines.submit(engine, builder, "eyewall.mailbox.capacity", 4);
            assertThat(acked.get().await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(tooEarly.get().get()).isZero();
        }
    }
}
