package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectors called by threads of the user's own, and by threads that have lost their core. */
@Timeout(60)
class EngineForeignThreadTest {
    private final Engine engine = Engines.start(2, "eyewall.blocking.threshold.ms", 1);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final ExecutorService pool = Executors.newFixedThreadPool(3);

    @AfterEach
    void close() {
        engine.close();
        pool.shutdownNow();
    }

    @Test
    void anyThreadMayEmitAckAndFail() throws Exception {
        int messages = 20_000;
        AtomicIntegerArray acks = new AtomicIntegerArray(messages);
        AtomicIntegerArray fails = new AtomicIntegerArray(messages);
        CountDownLatch answered = new CountDownLatch(messages);
        AtomicInteger received = new AtomicInteger();
        Shared<AtomicIntegerArray> acksOf = Shared.of(acks);
        Shared<AtomicIntegerArray> failsOf = Shared.of(fails);
        Shared<CountDownLatch> answers = Shared.of(answered);
        Shared<AtomicInteger> receivedOf = Shared.of(received);
        Shared<ExecutorService> threads = Shared.of(pool);
        builder.setSpout(
                "spout",
                TestSpout.trackedNumbers(messages)
                        .onAck(
                                (s, id) -> {
                                    acksOf.get().incrementAndGet((Integer) id);
                                    answers.get().countDown();
                                })
                        .onFail(
                                (s, id) -> {
                                    failsOf.get().incrementAndGet((Integer) id);
                                    answers.get().countDown();
                                }),
                1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) ->
                                        threads.get()
                                                .execute(
                                                        () -> {
                                                            bolt.collector.emit(
                                                                    tuple, tuple.getValues());
                                                            bolt.collector.emit(
                                                                    tuple, tuple.getValues());
                                                            if (tuple.getInteger(0) % 10 == 0) {
                                                                bolt.collector.fail(tuple);
                                                            } else {
                                                                bolt.collector.ack(tuple);
                                                            }
                                                        })),
                        2)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    receivedOf.get().incrementAndGet();
                                    bolt.collector.ack(tuple);
                                }),
                        2)
                .shuffleGrouping("bolt");

        RunningTopology topology = Engines.submit(engine, builder);

        Engines.await("all answers", answered);
        Engines.until("all tuples", () -> received.get() == 2 * messages);
        for (int i = 0; i < messages; i++) {
            assertThat(fails.get(i)).as("fails of %d", i).isEqualTo(i % 10 == 0 ? 1 : 0);
            assertThat(acks.get(i)).as("acks of %d", i).isEqualTo(i % 10 == 0 ? 0 : 1);
        }
        Engines.until("quiet", topology::isQuiet);
    }

    /** Ever longer waits for room that is made only behind the lock would take an hour. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThreadIsNotHeldBackByWhoeverWaitsForItsLock(boolean onItsOwnThread) throws Exception {
        int messages = 5;
        int tuples = 3000;
        Shared<ExecutorService> threads = Shared.of(pool);
        Shared<CountDownLatch> acks = Shared.of(new CountDownLatch(messages));
        Shared<ReentrantLock> lock = Shared.of(new ReentrantLock());
        builder.setSpout(
                "spout",
                TestSpout.trackedNumbers(messages).onAck((s, id) -> acks.get().countDown()),
                1);
        TestBolt.TupleCode emits =
                (bolt, tuple) -> {
                    lock.get().lock();
                    try {
                        for (int i = 0; i < tuples; i++) {
                            bolt.collector.emit(tuple, new Values(i));
                        }
                    } finally {
                        lock.get().unlock();
                    }
                    bolt.collector.ack(tuple);
                };
        TestBolt.TupleCode onAThread =
                (bolt, tuple) -> threads.get().execute(() -> runs(emits, bolt, tuple));
        builder.setBolt("bolt", TestBolt.of(onItsOwnThread ? emits : onAThread), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", onItsOwnThread);
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    lock.get().lock();
                                    try {
                                        bolt.collector.ack(tuple);
                                    } finally {
                                        lock.get().unlock();
                                    }
                                }),
                        1)
                .shuffleGrouping("bolt");

        Engines.submit(engine, builder);

        Engines.await("all acks", acks.get());
    }

    @Test
    void aThreadIsNotHeldBackByWhoeverWaitsForItsPermit() throws Exception {
        int messages = 5;
        int tuples = 3000;
        Shared<ExecutorService> threads = Shared.of(pool);
        Shared<CountDownLatch> acks = Shared.of(new CountDownLatch(messages));
        Shared<Semaphore> semaphore = Shared.of(new Semaphore(1));
        builder.setSpout(
                "spout",
                TestSpout.trackedNumbers(messages).onAck((s, id) -> acks.get().countDown()),
                1);
        TestBolt.TupleCode emits =
                (bolt, tuple) -> {
                    semaphore.get().acquire();
                    try {
                        for (int i = 0; i < tuples; i++) {
                            bolt.collector.emit(tuple, new Values(i));
                        }
                    } finally {
                        semaphore.get().release();
                    }
                    bolt.collector.ack(tuple);
                };
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) ->
                                        threads.get().execute(() -> runs(emits, bolt, tuple))),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    semaphore.get().acquire();
                                    semaphore.get().release();
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("bolt");

        Engines.submit(engine, builder);

        Engines.await("all acks", acks.get());
    }

    private static void runs(TestBolt.TupleCode code, TestBolt bolt, Tuple tuple) {
        try {
            code.run(bolt, tuple);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSpoutsOwnThreadMayEmit() throws Exception {
        int messages = 20_000;
        CountDownLatch acked = new CountDownLatch(messages);
        Shared<CountDownLatch> acks = Shared.of(acked);
        Shared<ExecutorService> threads = Shared.of(pool);
        Shared<Map<Integer, Integer>> last = Shared.of(new ConcurrentHashMap<>());
        Shared<AtomicInteger> disorder = Shared.of(new AtomicInteger());
        builder.setSpout(
                "spout",
                new TestSpout()
                        .stream("default", "thread", "number")
                                .onActivate(
                                        s -> {
                                            for (int t = 0; t < 2; t++) {
                                                int thread = t;
                                                threads.get()
                                                        .execute(
                                                                () -> {
                                                                    for (int i = 0;
                                                                            i < messages / 2;
                                                                            i++) {
                                                                        s.collector.emit(
                                                                                new Values(
                                                                                        thread, i),
                                                                                thread + "/" + i);
                                                                    }
                                                                });
                                            }
                                        })
                                .onAck((s, id) -> acks.get().countDown()),
                1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    Integer before =
                                            last.get()
                                                    .put(tuple.getInteger(0), tuple.getInteger(1));
                                    if (before != null && before >= tuple.getInteger(1)) {
                                        disorder.get().incrementAndGet();
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");

        Engines.submit(engine, builder);

        Engines.await("acks", acked);
        assertThat(disorder.get().get()).as("tuples of one thread out of order").isZero();
    }

    /**
     * A bolt that sleeps for about as long as the watcher waits: again and again the core is taken
     * from its thread, or just not, while it emits. Nothing is lost and every pair of tasks keeps
     * its order.
     */
    @Test
    void losingTheCoreNowAndThenLosesNothing() throws Exception {
        int messages = 12_000;
        AtomicIntegerArray acks = new AtomicIntegerArray(messages);
        CountDownLatch acked = new CountDownLatch(messages);
        Shared<AtomicIntegerArray> acksOf = Shared.of(acks);
        Shared<CountDownLatch> latch = Shared.of(acked);
        Shared<Map<String, Integer>> last = Shared.of(new ConcurrentHashMap<>());
        Shared<AtomicInteger> disorder = Shared.of(new AtomicInteger());
        builder.setSpout(
                "spout",
                TestSpout.trackedNumbers(messages)
                        .onAck(
                                (s, id) -> {
                                    acksOf.get().incrementAndGet((Integer) id);
                                    latch.get().countDown();
                                }),
                1);
        // the value, and the task that has emitted it first
        TestBolt dozing =
                TestBolt.of(
                        (bolt, tuple) -> {
                            Object first =
                                    tuple.size() == 2
                                            ? tuple.getValue(1)
                                            : bolt.context.getThisTaskId();
                            Values values = new Values(tuple.getValue(0), first);
                            bolt.collector.emit(tuple, values);
                            if (bolt.count++ % 40 == 7) {
                                ThreadLocalRandom random = ThreadLocalRandom.current();
                                LockSupport.parkNanos(random.nextInt(300_000, 2_500_000));
                            }
                            bolt.collector.emit(tuple, values);
                            bolt.collector.ack(tuple);
                        })
                        .stream("default", "value", "first");
        builder.setBolt("first", dozing, 2).shuffleGrouping("spout");
        builder.setBolt("second", dozing, 2).allGrouping("first");
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
                                    if (before != null && before > number) {
                                        disorder.get().incrementAndGet();
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        2)
                .allGrouping("second");

        RunningTopology topology =
                Engines.submit(engine, builder, "eyewall.blocking.offences", 1_000_000);

        Engines.await("acks", acked);
        for (int i = 0; i < messages; i++) {
            assertThat(acks.get(i)).as("acks of %d", i).isEqualTo(1);
        }
        Engines.until("quiet", topology::isQuiet);
        assertThat(engine.blockedThreads()).as("threads replaced").isPositive();
        assertThat(disorder.get().get()).as("tuples out of order").isZero();
    }

    @Test
    void aThreadThatPushesIsHeldBackWhileNobodyTakesWhatItBrings() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        AtomicInteger emitted = new AtomicInteger();
        AtomicInteger acked = new AtomicInteger();
        AtomicBoolean enough = new AtomicBoolean();
        AtomicReference<Thread> pusher = new AtomicReference<>();
        Shared<AtomicReference<Thread>> pusherOf = Shared.of(pusher);
        Shared<CountDownLatch> gate = Shared.of(taken);
        Shared<AtomicInteger> emits = Shared.of(emitted);
        Shared<AtomicInteger> acks = Shared.of(acked);
        Shared<AtomicBoolean> stop = Shared.of(enough);
        Shared<ExecutorService> threads = Shared.of(pool);
        builder.setSpout(
                "spout",
                new TestSpout()
                        .stream("default", "number")
                                .onActivate(
                                        s ->
                                                threads.get()
                                                        .execute(
                                                                () -> {
                                                                    pusherOf.get()
                                                                            .set(
                                                                                    Thread
                                                                                            .currentThread());
                                                                    while (!stop.get().get()) {
                                                                        int number =
                                                                                emits.get()
                                                                                        .incrementAndGet();
                                                                        s.collector.emit(
                                                                                new Values(number),
                                                                                number);
                                                                    }
                                                                }))
                                .onAck((s, id) -> acks.get().incrementAndGet()),
                1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    gate.get().await();
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");

        Engines.submit(engine, builder, "topology.max.spout.pending", 10);
        Engines.until("a full mailbox", () -> emitted.get() > 1_100);
        Thread pushing = Objects.requireNonNull(pusher.get());
        Engines.until("it waits", () -> pushing.getState() == Thread.State.TIMED_WAITING);
        int atMost = emitted.get();
        enough.set(true);
        taken.countDown();

        assertThat(atMost).isLessThan(20_000);
        Engines.until("the spout is told of all", () -> acked.get() == emitted.get());
    }
}
