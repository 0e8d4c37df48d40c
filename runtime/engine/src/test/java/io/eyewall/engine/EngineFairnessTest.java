package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.storm.Config;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * User code that keeps the one core to itself until its neighbours have made progress: in places
 * where the engine calls it in the middle of an emit, and by many calls in a row. Each of these
 * waits for ever if its neighbours do.
 */
@Timeout(60)
@NullUnmarked // fields are set before each test
class EngineFairnessTest {
    private static final int PROGRESS = 20_000;
    private static final int MESSAGES = 50;
    private static final int RUDE_AT = 20;
    private static final Object[] TRY_SERIALIZE = {
        Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE,
        true,
        Config.TOPOLOGY_FALL_BACK_ON_JAVA_SERIALIZATION,
        true
    };

    private final Engine engine = Engines.start(1, "eyewall.blocking.threshold.ms", 2);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final Shared<Neighbours> neighbours = Shared.of(new Neighbours());

    @AfterEach
    void close() {
        engine.close();
    }

    /** What the others have done. */
    private static final class Neighbours {
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicBoolean wasRude = new AtomicBoolean();
        private volatile CountDownLatch progress = new CountDownLatch(PROGRESS);

        void step() {
            count.incrementAndGet();
            progress.countDown();
        }

        void await() {
            progress = new CountDownLatch(PROGRESS);
            try {
                Engines.await("progress of the neighbours", progress);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            wasRude.set(true);
        }
    }

    private void neighbours() {
        Shared<Neighbours> them = neighbours;
        builder.setSpout(
                "fastSpout", new TestSpout().onNext(s -> s.collector.emit(new Values(1))), 1);
        builder.setBolt("fastBolt", TestBolt.of((bolt, tuple) -> them.get().step()), 1)
                .shuffleGrouping("fastSpout");
    }

    /** Rude once, in the message of that number. */
    private static boolean isRude(Object number) {
        return (int) number == RUDE_AT;
    }

    private static final class RudeGrouping implements CustomStreamGrouping {
        private final Shared<Neighbours> neighbours;
        private List<Integer> tasks;

        RudeGrouping(Shared<Neighbours> neighbours) {
            this.neighbours = neighbours;
        }

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            tasks = targetTasks;
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            if (isRude(values.get(0))) {
                neighbours.get().await();
            }
            return List.of(tasks.get(0));
        }
    }

    /** All hash the same. */
    private record RudeKey(int number, Shared<Neighbours> neighbours) implements Serializable {
        @Override
        public int hashCode() {
            if (isRude(number) && !neighbours.get().wasRude.get()) {
                neighbours.get().await();
            }
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof RudeKey key && key.number == number;
        }
    }

    private static final class RudeHook extends BaseTaskHook {
        private final Shared<Neighbours> neighbours;

        RudeHook(Shared<Neighbours> neighbours) {
            this.neighbours = neighbours;
        }

        @Override
        public void emit(EmitInfo info) {
            if (isRude(info.values.get(0))) {
                neighbours.get().await();
            }
        }

        @Override
        public void boltExecute(BoltExecuteInfo info) {
            if (isRude(info.tuple.getValue(0))) {
                neighbours.get().await();
            }
        }
    }

    /** A value that is printed for the debug log, or serialized on trial. */
    private static final class RudeValue implements Serializable {
        private final int number;
        private final Shared<Neighbours> neighbours;

        RudeValue(int number, Shared<Neighbours> neighbours) {
            this.number = number;
            this.neighbours = neighbours;
        }

        private void awaitNeighbours() {
            if (isRude(number) && !neighbours.get().wasRude.get()) {
                neighbours.get().await();
            }
        }

        @Override
        public String toString() {
            awaitNeighbours();
            return "value " + number;
        }

        private void writeObject(ObjectOutputStream to) throws IOException {
            awaitNeighbours();
            to.defaultWriteObject();
        }
    }

    /** A spout that emits them, by that thread. */
    private TestSpout rudeValues(boolean onForeignThread) {
        Shared<Neighbours> them = neighbours;
        return new TestSpout()
                .onNext(
                        s -> {
                            if (s.count == MESSAGES) {
                                return;
                            }
                            RudeValue value = new RudeValue(s.count++, them);
                            Runnable emit = () -> s.collector.emit(new Values(value), s.count);
                            if (onForeignThread) {
                                Thread thread = new Thread(emit);
                                thread.start();
                                thread.join();
                            } else {
                                emit.run();
                            }
                        });
    }

    /** Runs the topology until all messages are acked; what the sink has got must be in order. */
    private void allArriveInOrder(ConcurrentLinkedQueue<Integer> arrived, Object... keysAndValues)
            throws Exception {
        neighbours();
        RunningTopology topology = Engines.submit(engine, builder, keysAndValues);

        Engines.until("acks", () -> Engines.of(topology, "spout").get(0).acked() == MESSAGES);
        assertThat(neighbours.get().wasRude).isTrue();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        assertThat(arrived)
                .containsExactlyElementsOf(IntStream.range(0, MESSAGES).boxed().toList());
    }

    private static TestBolt sink(Shared<ConcurrentLinkedQueue<Integer>> arrived) {
        return TestBolt.of(
                (bolt, tuple) -> {
                    Object value = tuple.getValue(0);
                    arrived.get().add(numberOf(value));
                    bolt.collector.ack(tuple);
                });
    }

    private static int numberOf(Object value) {
        if (value instanceof RudeKey key) {
            return key.number;
        }
        return value instanceof RudeValue rude ? rude.number : (int) value;
    }

    @Test
    void othersGoOnWhileAGroupingOfASpoutWaits() throws Exception {
        Shared<ConcurrentLinkedQueue<Integer>> arrived = Shared.of(new ConcurrentLinkedQueue<>());
        builder.setSpout("spout", TestSpout.trackedNumbers(MESSAGES), 1);
        builder.setBolt("sink", sink(arrived), 2)
                .customGrouping("spout", new RudeGrouping(neighbours));

        allArriveInOrder(arrived.get());
    }

    @Test
    void othersGoOnWhileAGroupingOfABoltWaits() throws Exception {
        Shared<ConcurrentLinkedQueue<Integer>> arrived = Shared.of(new ConcurrentLinkedQueue<>());
        builder.setSpout("spout", TestSpout.trackedNumbers(MESSAGES), 1);
        builder.setBolt("relay", TestBolt.relay(), 1).shuffleGrouping("spout");
        builder.setBolt("sink", sink(arrived), 2)
                .customGrouping("relay", new RudeGrouping(neighbours));

        allArriveInOrder(arrived.get());
    }

    @Test
    void othersGoOnWhileTheHashCodeOfAKeyWaits() throws Exception {
        Shared<ConcurrentLinkedQueue<Integer>> arrived = Shared.of(new ConcurrentLinkedQueue<>());
        Shared<Neighbours> them = neighbours;
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    if (s.count < MESSAGES) {
                                        RudeKey key = new RudeKey(s.count++, them);
                                        s.collector.emit(new Values(key), s.count);
                                    }
                                }),
                1);
        builder.setBolt(
                        "relay",
                        TestBolt.relay()
                                .onExecute(
                                        (bolt, tuple) -> {
                                            Object key = tuple.getValue(0);
                                            bolt.collector.emit(tuple, new Values(key, "more"));
                                            bolt.collector.ack(tuple);
                                        })
                                .stream("default", "value", "other"),
                        2)
                .fieldsGrouping("spout", new Fields("value"));
        builder.setBolt("sink", sink(arrived), 2)
                .fieldsGrouping("relay", new Fields("value", "other"));

        allArriveInOrder(arrived.get());
    }

    @Test
    void othersGoOnWhileAnEmitHookOfASpoutWaits() throws Exception {
        Shared<ConcurrentLinkedQueue<Integer>> arrived = Shared.of(new ConcurrentLinkedQueue<>());
        Shared<Neighbours> them = neighbours;
        builder.setSpout(
                "spout",
                TestSpout.trackedNumbers(MESSAGES)
                        .onOpen(s -> s.context.addTaskHook(new RudeHook(them))),
                1);
        builder.setBolt("sink", sink(arrived), 1).shuffleGrouping("spout");

        allArriveInOrder(arrived.get());
    }

    /** Its hooks wait twice: after execute, and in its emit. */
    @Test
    void othersGoOnWhileHooksOfABoltWait() throws Exception {
        Shared<ConcurrentLinkedQueue<Integer>> arrived = Shared.of(new ConcurrentLinkedQueue<>());
        Shared<Neighbours> them = neighbours;
        builder.setSpout("spout", TestSpout.trackedNumbers(MESSAGES), 1);
        builder.setBolt(
                        "relay",
                        TestBolt.relay().onPrepare(b -> b.context.addTaskHook(new RudeHook(them))),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("sink", sink(arrived), 1).shuffleGrouping("relay");

        allArriveInOrder(arrived.get());
    }

    @Test
    void othersGoOnWhileAValueIsPrintedForTheDebugLog() throws Exception {
        Shared<ConcurrentLinkedQueue<Integer>> arrived = Shared.of(new ConcurrentLinkedQueue<>());
        builder.setSpout("spout", rudeValues(false), 1)
                .addConfiguration(Config.TOPOLOGY_DEBUG, true);
        builder.setBolt("sink", sink(arrived), 1).shuffleGrouping("spout");

        allArriveInOrder(arrived.get());
    }

    @Test
    void othersGoOnWhileAValueIsSerializedOnTrial() throws Exception {
        Shared<ConcurrentLinkedQueue<Integer>> arrived = Shared.of(new ConcurrentLinkedQueue<>());
        builder.setSpout("spout", rudeValues(false), 1);
        builder.setBolt("relay", TestBolt.relay(), 1).shuffleGrouping("spout");
        builder.setBolt("sink", sink(arrived), 1).shuffleGrouping("relay");

        allArriveInOrder(arrived.get(), TRY_SERIALIZE);
    }

    @Test
    void othersGoOnWhileAValueThatAForeignThreadEmitsIsSerializedOnTrial() throws Exception {
        Shared<ConcurrentLinkedQueue<Integer>> arrived = Shared.of(new ConcurrentLinkedQueue<>());
        builder.setSpout("spout", rudeValues(true), 1);
        builder.setBolt("sink", sink(arrived), 1).shuffleGrouping("spout");

        allArriveInOrder(arrived.get(), TRY_SERIALIZE);
    }

    /** One call of nextTuple that never rests, and whose every emit is over soon. */
    @Test
    void othersGoOnWhileASpoutEmitsAllTheTimeInOneCall() throws Exception {
        Shared<AtomicInteger> executed = Shared.of(new AtomicInteger());
        Shared<CountDownLatch> done = Shared.of(new CountDownLatch(1));
        Shared<Neighbours> them = neighbours;
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    if (s.count++ > 0) {
                                        return;
                                    }
                                    int before = them.get().count.get();
                                    while (them.get().count.get() < before + PROGRESS) {
                                        s.collector.emit(new Values(1));
                                    }
                                    done.get().countDown();
                                }),
                1);
        builder.setBolt("sink", TestBolt.of((b, t) -> executed.get().incrementAndGet()), 1)
                .shuffleGrouping("spout");
        neighbours();

        Engines.submit(engine, builder);

        Engines.await("the end of the call", done.get());
        assertThat(executed.get()).hasPositiveValue();
    }

    /** A thread that only computes keeps a processor; its core's other executors get their own. */
    @Test
    void othersGoOnWhileABoltComputes() throws Exception {
        Shared<CountDownLatch> done = Shared.of(new CountDownLatch(1));
        Shared<Neighbours> them = neighbours;
        builder.setSpout("spout", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "computing",
                        TestBolt.of(
                                (b, t) -> {
                                    int before = them.get().count.get();
                                    while (them.get().count.get() < before + PROGRESS) {
                                        Thread.onSpinWait();
                                    }
                                    done.get().countDown();
                                }),
                        1)
                .shuffleGrouping("spout");
        neighbours();

        Engines.submit(engine, builder);

        Engines.await("the end of the call", done.get());
    }
}
