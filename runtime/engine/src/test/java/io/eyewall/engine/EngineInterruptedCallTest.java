package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.DirectCalls;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Direct calls that wait for what their callers do after the emit, once they are known as quick:
 * they are named, interrupted, and their messages fail at once, also where messages have no time
 * limit. Emits are hidden behind reflection, so that only the watcher can find it.
 */
@Timeout(60)
class EngineInterruptedCallTest {
    private static final int MESSAGES = 20;

    /** Messages before the first that is waited with: so many, and direct calls begin. */
    private static final int USUAL = 10;

    private static final Set<Object> ACKED = ConcurrentHashMap.newKeySet();
    private static final Set<Object> FAILED = ConcurrentHashMap.newKeySet();
    private static final Set<Object> WAITED_WITH = ConcurrentHashMap.newKeySet();
    private static volatile CountDownLatch acked = new CountDownLatch(0);
    private static volatile SynchronousQueue<Object> handOver = new SynchronousQueue<>();

    /** What the receiver waits for in each of the last messages, until it is known to wait. */
    private static volatile CountDownLatch done = new CountDownLatch(1);

    private final Engine engine = DirectCalls.engine();
    private final TopologyBuilder builder = new TopologyBuilder();

    @BeforeEach
    void begin() {
        ACKED.clear();
        FAILED.clear();
        WAITED_WITH.clear();
        acked = new CountDownLatch(MESSAGES);
        handOver = new SynchronousQueue<>();
        done = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    // ---- parts ------------------------------------------------------------------------------

    private static TestSpout spout(TestSpout.Code next) {
        return new TestSpout()
                .onNext(next)
                .onAck(
                        (s, id) -> {
                            if (ACKED.add(id)) {
                                acked.countDown();
                            }
                        })
                .onFail(
                        (s, id) -> {
                            FAILED.add(id);
                            s.collector.emit(new Values(id), id);
                        });
    }

    private static TestSpout reliable() {
        return spout(
                s -> {
                    if (s.count < MESSAGES) {
                        int number = s.count++;
                        s.collector.emit(new Values(number), number);
                    }
                });
    }

    private static void awaitHidden() throws Exception {
        call(CountDownLatch.class.getMethod("await"), done);
    }

    private static void takeHidden() throws Exception {
        call(SynchronousQueue.class.getMethod("take"), handOver);
    }

    private static void call(Method method, Object on) throws Exception {
        try {
            method.invoke(on);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    private static boolean isWaitedWith(Tuple tuple) {
        return tuple.getInteger(0) >= USUAL;
    }

    /** Whether a message that is waited with comes for the first time. */
    private static boolean isFirstTry(Tuple tuple) {
        return isWaitedWith(tuple) && WAITED_WITH.add(tuple.getInteger(0));
    }

    /** Emits, and says so only when its receiver has returned. */
    private static TestBolt saysItIsDone() {
        return TestBolt.of(
                (bolt, tuple) -> {
                    bolt.collector.emit(tuple, tuple.getValues());
                    if (isWaitedWith(tuple)) {
                        done.countDown();
                    }
                    bolt.collector.ack(tuple);
                });
    }

    private static TestBolt waits(TestBolt.Code howLong) {
        return TestBolt.of(
                (bolt, tuple) -> {
                    if (isWaitedWith(tuple)) {
                        howLong.run(bolt);
                    }
                    bolt.collector.ack(tuple);
                });
    }

    private void chain(TestSpout spout, TestBolt first, TestBolt second) {
        builder.setSpout("spout", spout, 1);
        builder.setBolt("first", first, 1).shuffleGrouping("spout");
        builder.setBolt("second", second, 1).shuffleGrouping("first");
    }

    /** Messages have no time limit; a call may last a second. */
    private RunningTopology run() throws Exception {
        return DirectCalls.run(engine, builder, false, acked);
    }

    private static void assertNamed(RunningTopology topology, String waiting, String caller) {
        assertThat(topology.errors())
                .anySatisfy(
                        error ->
                                assertThat(error.stackTrace())
                                        .contains(waiting + ":", caller + ":", "called directly"));
    }

    private static long failed(RunningTopology topology, String component) {
        return Engines.of(topology, component).stream().mapToLong(ExecutorMetrics::failed).sum();
    }

    // ---- the tuple of an interrupted call -----------------------------------------------------

    @Test
    void itsMessageFailsAtOnceWhereMessagesHaveNoTimeLimit() throws Exception {
        chain(reliable(), saysItIsDone(), waits(bolt -> awaitHidden()));

        RunningTopology topology = run();

        assertNamed(topology, "second", "first");
        assertThat(FAILED).containsExactly(USUAL);
        assertThat(failed(topology, "second")).isOne();
    }

    @Test
    void itsMessageFailsIfTheInterruptIsSwallowedAndNothingIsAnswered() throws Exception {
        chain(
                reliable(),
                saysItIsDone(),
                TestBolt.of(
                        (bolt, tuple) -> {
                            try {
                                if (isWaitedWith(tuple)) {
                                    awaitHidden();
                                }
                                bolt.collector.ack(tuple);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        }));

        assertThat(failed(run(), "second")).isOne();
        assertThat(FAILED).containsExactly(USUAL);
    }

    @Test
    void itsMessageDoesNotFailIfItIsAckedAllTheSame() throws Exception {
        chain(
                reliable(),
                saysItIsDone(),
                waits(
                        bolt -> {
                            try {
                                awaitHidden();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        }));

        assertThat(failed(run(), "second")).isZero();
        assertThat(FAILED).isEmpty();
    }

    @Test
    void whateverItThrowsFailsTheMessageAndNotTheTopology() throws Exception {
        chain(
                reliable(),
                saysItIsDone(),
                waits(
                        bolt -> {
                            try {
                                awaitHidden();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException("without a cause");
                            }
                        }));

        run();

        assertThat(FAILED).containsExactly(USUAL);
    }

    @Test
    void whatIsNotTrackedIsCountedAsFailed() throws Exception {
        builder.setSpout("spout", TestSpout.numbers(MESSAGES), 1);
        builder.setBolt("first", saysItIsDone(), 1).shuffleGrouping("spout");
        builder.setBolt(
                        "second",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (isWaitedWith(tuple)) {
                                        awaitHidden();
                                    }
                                    bolt.collector.ack(tuple);
                                    acked.countDown();
                                }),
                        1)
                .shuffleGrouping("first");
        acked = new CountDownLatch(MESSAGES - 1);

        RunningTopology topology = run();

        assertNamed(topology, "second", "first");
        Engines.until("one has failed", () -> failed(topology, "second") == 1);
    }

    /** Such a loop never waits without a limit. */
    @Test
    void aCallThatLooksAgainAndAgainIsInterrupted() throws Exception {
        chain(
                reliable(),
                saysItIsDone(),
                waits(
                        bolt -> {
                            while (done.getCount() > 0) {
                                Thread.sleep(10);
                            }
                        }));

        assertNamed(run(), "second", "first");
        assertThat(FAILED).containsExactly(USUAL);
    }

    // ---- who waits in between, or after it ----------------------------------------------------

    /** Its own receiver has been slow, and has returned; it is in the middle of the stack then. */
    @Test
    void aCallInTheMiddleThatWaitsIsFound() throws Exception {
        chain(
                reliable(),
                saysItIsDone(),
                TestBolt.of(
                        (bolt, tuple) -> {
                            bolt.collector.emit(tuple, tuple.getValues());
                            if (isWaitedWith(tuple)) {
                                awaitHidden();
                            }
                            bolt.collector.ack(tuple);
                        }));
        builder.setBolt(
                        "third",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (isFirstTry(tuple)) {
                                        Thread.sleep(100);
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("second");

        assertNamed(run(), "second", "first");
        assertThat(FAILED).contains(USUAL);
    }

    /** Which takes nothing any more; the message that would is behind this call. */
    @Test
    void aCallerThatWaitsForTheInterruptedCallIsInterruptedToo() throws Exception {
        chain(
                reliable(),
                TestBolt.of(
                        (bolt, tuple) -> {
                            bolt.collector.emit(tuple, tuple.getValues());
                            if (isWaitedWith(tuple)) {
                                handOver.put(1);
                            }
                            bolt.collector.ack(tuple);
                        }),
                waits(bolt -> takeHidden()));

        RunningTopology topology = run();

        assertNamed(topology, "second", "first");
        assertThat(topology.errors())
                .anySatisfy(
                        error ->
                                assertThat(error.stackTrace())
                                        .contains("first:", "second:", "was interrupted"));
        assertThat(FAILED).containsExactly(USUAL);
    }

    @Test
    void aSpoutThatWaitsForTheInterruptedCallGoesOn() throws Exception {
        builder.setSpout(
                "spout",
                spout(
                        s -> {
                            if (s.count < MESSAGES) {
                                int number = s.count++;
                                s.collector.emit(new Values(number), number);
                                if (number >= USUAL) {
                                    handOver.put(1);
                                }
                            }
                        }),
                1);
        builder.setBolt(
                        "second",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (isFirstTry(tuple)) {
                                        takeHidden();
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");

        assertNamed(run(), "second", "spout");
    }
}
