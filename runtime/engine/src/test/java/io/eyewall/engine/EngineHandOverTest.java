package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bolts of a chain that wait for each other, as threads do, in ways that their code tells of: none
 * is called on the stack of the one that it waits for, so that none waits in vain.
 */
@Timeout(60)
@SuppressWarnings({"LockNotBeforeTry", "ImmutableEnumChecker"}) // lambdas that capture nothing
class EngineHandOverTest {
    private static final int MESSAGES = 20;

    private static volatile Shared shared = new Shared();

    private final Engine engine = Engines.start(1);

    @BeforeEach
    void begin() {
        shared = new Shared();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    /** What both bolts have. */
    private static final class Shared {
        final CountDownLatch executed = new CountDownLatch(MESSAGES);
        final Lock lock = new ReentrantLock();
        final StampedLock stamped = new StampedLock();
        final Gate gate = new Gate();
        final OwnSemaphore semaphore = new OwnSemaphore();
        final Mutex mutex = new Mutex();
        final SynchronousQueue<Object> queue = new SynchronousQueue<>();
        final Exchanger<Object> exchanger = new Exchanger<>();
        final CyclicBarrier barrier = new CyclicBarrier(2);
        final Map<Object, CountDownLatch> latches = new ConcurrentHashMap<>();
        final Map<Object, CompletableFuture<Object>> futures = new ConcurrentHashMap<>();
        volatile @Nullable Thread parked;
        volatile boolean goesOn;
        boolean notified;
        final Map<Object, Object> answers = Collections.synchronizedMap(new HashMap<>());
        volatile boolean busy;
    }

    private static final class Gate {
        private final Semaphore permits = new Semaphore(1);

        void enter() {
            permits.acquireUninterruptibly();
        }

        void leave() {
            permits.release();
        }
    }

    private static final class OwnSemaphore extends Semaphore {
        OwnSemaphore() {
            super(1);
        }
    }

    private static final class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int permits) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int permits) {
            setState(0);
            return true;
        }
    }

    private static void emit(TestBolt bolt, Tuple tuple) {
        bolt.collector.emit(tuple, tuple.getValues());
    }

    private static CountDownLatch latch(Tuple tuple) {
        return shared.latches.computeIfAbsent(tuple.getValue(0), i -> new CountDownLatch(1));
    }

    private static CompletableFuture<Object> future(Tuple tuple) {
        return shared.futures.computeIfAbsent(tuple.getValue(0), i -> new CompletableFuture<>());
    }

    private enum Pair {
        REENTRANT_LOCK_THROUGH_A_POOL(
                (bolt, tuple) -> {
                    shared.lock.lock();
                    emit(bolt, tuple);
                    shared.lock.unlock();
                },
                (bolt, tuple) ->
                        CompletableFuture.runAsync(
                                        () -> {
                                            shared.lock.lock();
                                            shared.lock.unlock();
                                        })
                                .join()),
        MONITOR_THROUGH_A_POOL(
                (bolt, tuple) -> {
                    synchronized (shared) {
                        emit(bolt, tuple);
                    }
                },
                (bolt, tuple) ->
                        CompletableFuture.runAsync(
                                        () -> {
                                            synchronized (shared) {
                                                shared.notified = true;
                                            }
                                        })
                                .join()),
        STAMPED_LOCK(
                (bolt, tuple) -> {
                    long stamp = shared.stamped.writeLock();
                    emit(bolt, tuple);
                    shared.stamped.unlockWrite(stamp);
                },
                (bolt, tuple) -> shared.stamped.unlockRead(shared.stamped.readLock())),
        LOCK_IN_A_CLASS_OF_ITS_OWN(
                (bolt, tuple) -> {
                    shared.gate.enter();
                    emit(bolt, tuple);
                    shared.gate.leave();
                },
                (bolt, tuple) -> {
                    shared.gate.enter();
                    shared.gate.leave();
                }),
        SEMAPHORE_OF_A_SUBCLASS(
                (bolt, tuple) -> {
                    shared.semaphore.acquire();
                    emit(bolt, tuple);
                    shared.semaphore.release();
                },
                (bolt, tuple) -> {
                    shared.semaphore.acquire();
                    shared.semaphore.release();
                }),
        OWN_SYNCHRONIZER(
                (bolt, tuple) -> {
                    shared.mutex.acquire(1);
                    emit(bolt, tuple);
                    shared.mutex.release(1);
                },
                (bolt, tuple) -> {
                    shared.mutex.acquire(1);
                    shared.mutex.release(1);
                }),
        LATCH(
                (bolt, tuple) -> {
                    emit(bolt, tuple);
                    latch(tuple).countDown();
                },
                (bolt, tuple) -> latch(tuple).await()),
        SYNCHRONOUS_QUEUE(
                (bolt, tuple) -> {
                    emit(bolt, tuple);
                    shared.queue.put(1);
                },
                (bolt, tuple) -> shared.queue.take()),
        SYNCHRONOUS_QUEUE_AFTER_A_WHILE(
                (bolt, tuple) -> {
                    emit(bolt, tuple);
                    if (tuple.getInteger(0) > MESSAGES / 2) {
                        shared.queue.put(1);
                    }
                },
                (bolt, tuple) -> {
                    if (tuple.getInteger(0) > MESSAGES / 2) {
                        shared.queue.take();
                    }
                }),
        FUTURE(
                (bolt, tuple) -> {
                    emit(bolt, tuple);
                    future(tuple).complete(1);
                },
                (bolt, tuple) -> future(tuple).join()),
        EXCHANGER(
                (bolt, tuple) -> {
                    emit(bolt, tuple);
                    shared.exchanger.exchange(1);
                },
                (bolt, tuple) -> shared.exchanger.exchange(2)),
        BARRIER(
                (bolt, tuple) -> {
                    emit(bolt, tuple);
                    shared.barrier.await();
                },
                (bolt, tuple) -> shared.barrier.await()),
        NOTIFY(
                (bolt, tuple) -> {
                    emit(bolt, tuple);
                    synchronized (shared) {
                        shared.notified = true;
                        shared.notifyAll();
                    }
                },
                (bolt, tuple) -> {
                    synchronized (shared) {
                        while (!shared.notified) {
                            shared.wait();
                        }
                    }
                }),
        PARKING(
                (bolt, tuple) -> {
                    emit(bolt, tuple);
                    shared.goesOn = true;
                    LockSupport.unpark(shared.parked);
                },
                (bolt, tuple) -> {
                    shared.parked = Thread.currentThread();
                    while (!shared.goesOn) {
                        LockSupport.park();
                    }
                }),
        FLAG_IN_A_FIELD(
                (bolt, tuple) -> {
                    shared.busy = true;
                    emit(bolt, tuple);
                    shared.busy = false;
                },
                (bolt, tuple) -> {
                    while (shared.busy) {}
                }),
        MAP_THAT_IS_POLLED(
                (bolt, tuple) -> {
                    emit(bolt, tuple);
                    shared.answers.put(tuple.getValue(0), 1);
                },
                (bolt, tuple) -> {
                    while (!shared.answers.containsKey(tuple.getValue(0))) {
                        Thread.sleep(1);
                    }
                });

        final TestBolt.TupleCode first;
        final TestBolt.TupleCode second;

        Pair(TestBolt.TupleCode first, TestBolt.TupleCode second) {
            this.first = first;
            this.second = second;
        }
    }

    @ParameterizedTest
    @EnumSource(Pair.class)
    void trackedMessagesAreExecuted(Pair pair) throws Exception {
        assertThatAllAreExecuted(pair, TestSpout.trackedNumbers(MESSAGES));
    }

    @ParameterizedTest
    @EnumSource(Pair.class)
    void untrackedMessagesAreExecuted(Pair pair) throws Exception {
        assertThatAllAreExecuted(pair, TestSpout.numbers(MESSAGES));
    }

    private void assertThatAllAreExecuted(Pair pair, TestSpout spout) throws Exception {
        TestBolt.TupleCode first = pair.first;
        TestBolt.TupleCode second = pair.second;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", spout, 1);
        builder.setBolt(
                        "first",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    first.run(bolt, tuple);
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("between", TestBolt.relay(), 1).shuffleGrouping("first");
        builder.setBolt(
                        "second",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    second.run(bolt, tuple);
                                    bolt.collector.ack(tuple);
                                    shared.executed.countDown();
                                }),
                        1)
                .shuffleGrouping("between");

        RunningTopology topology =
                Engines.submit(engine, builder, Config.TOPOLOGY_MAX_SPOUT_PENDING, 1);
        Engines.await("all executes", shared.executed);

        assertThat(topology.errors()).isEmpty();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
    }
}
