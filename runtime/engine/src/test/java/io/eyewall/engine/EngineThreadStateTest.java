package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What user code leaves in its thread: on Storm an executor has a thread of its own, and finds all
 * of it again, while no other executor ever sees it. One core, so that executors share a thread.
 */
@Timeout(60)
class EngineThreadStateTest {
    private static final int MESSAGES = 200;
    private static final ThreadLocal<String> STORED = new ThreadLocal<>();
    private static final ThreadLocal<String> INHERITABLE = new InheritableThreadLocal<>();
    private static final ThreadLocal<StringBuilder> COMPUTED =
            ThreadLocal.withInitial(StringBuilder::new);

    /** What no call may see. */
    private static final Queue<Object> SEEN = new ConcurrentLinkedQueue<>();

    private static volatile CountDownLatch acked = new CountDownLatch(0);

    private final Engine engine = Engines.start(1, "eyewall.blocking.threshold.ms", 20);
    private final TopologyBuilder builder = new TopologyBuilder();

    @BeforeEach
    void forget() {
        SEEN.clear();
        acked = new CountDownLatch(MESSAGES);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static TestSpout spout() {
        return TestSpout.trackedNumbers(MESSAGES).onAck((s, id) -> acked.countDown());
    }

    private RunningTopology runUntilAcked() throws Exception {
        RunningTopology topology = Engines.submit(engine, builder);
        Engines.await("all acks", acked);
        return topology;
    }

    // ---- interrupts -------------------------------------------------------------------------

    @Test
    void noReceiverSeesTheInterruptFlagOfItsCallerWhoFindsItAgain() throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt(
                        "interrupted",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    Thread.currentThread().interrupt();
                                    bolt.collector.emit(tuple, tuple.getValues());
                                    bolt.collector.emit("to-all", tuple, tuple.getValues());
                                    if (!Thread.currentThread().isInterrupted()) {
                                        SEEN.add("caller's own flag is gone");
                                    }
                                    bolt.collector.ack(tuple);
                                })
                                .stream("to-all", "value"),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (Thread.currentThread().isInterrupted()) {
                                        SEEN.add("receiver is interrupted");
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        2)
                .shuffleGrouping("interrupted")
                .allGrouping("interrupted", "to-all");

        runUntilAcked();

        assertThat(SEEN).isEmpty();
    }

    @Test
    void aFlagThatACallLeavesReachesNeitherItsNextCallNorAnotherTopology() throws Exception {
        Shared<CountDownLatch> others = Shared.of(new CountDownLatch(20_000));
        TopologyBuilder other = new TopologyBuilder();
        other.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    if (Thread.currentThread().isInterrupted()) {
                                        SEEN.add("another topology's spout");
                                    }
                                    s.collector.emit(new Values(1));
                                    others.get().countDown();
                                }),
                1);
        builder.setSpout(
                "spout",
                spout().onOpen(s -> Thread.currentThread().interrupt())
                        .onAck(
                                (s, id) -> {
                                    noteIfInterrupted("ack");
                                    acked.countDown();
                                    Thread.currentThread().interrupt();
                                }),
                1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                        (bolt, tuple) -> {
                                            noteIfInterrupted("execute");
                                            bolt.collector.ack(tuple);
                                            Thread.currentThread().interrupt();
                                        })
                                .onPrepare(bolt -> Thread.currentThread().interrupt()),
                        1)
                .shuffleGrouping("spout");
        Engines.submit(engine, other);

        runUntilAcked();

        Engines.await("the other topology", others.get());
        assertThat(SEEN).isEmpty();
    }

    private static void noteIfInterrupted(String call) {
        if (Thread.currentThread().isInterrupted()) {
            SEEN.add(call);
        }
    }

    // ---- thread-local values ----------------------------------------------------------------

    @Test
    void aBoltFindsWhatItsPrepareHasStoredInAThreadLocalWhateverBlocks() throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                        (bolt, tuple) -> {
                                            if (!"mine".equals(STORED.get())) {
                                                SEEN.add(tuple.getInteger(0));
                                            }
                                            sleepNowAndThen(tuple.getInteger(0));
                                            bolt.collector.ack(tuple);
                                        })
                                .onPrepare(bolt -> STORED.set("mine")),
                        1)
                .shuffleGrouping("spout");

        RunningTopology topology = runUntilAcked();

        assertThat(SEEN).isEmpty();
        assertThat(isDedicated(topology, "bolt")).isTrue();
        assertThat(isDedicated(topology, "spout")).isFalse();
    }

    @Test
    void twoBoltsFindTheirOwnValuesOfTheSameVariableAndTheThreadsOfTheirPrepares()
            throws Exception {
        Shared<Map<String, Thread>> threads = Shared.of(new ConcurrentHashMap<>());
        builder.setSpout("spout", spout(), 1);
        for (String id : new String[] {"first", "second"}) {
            builder.setBolt(
                            id,
                            TestBolt.of(
                                            (bolt, tuple) -> {
                                                if (!id.equals(INHERITABLE.get())
                                                        || threads.get().get(id)
                                                                != Thread.currentThread()) {
                                                    SEEN.add(id);
                                                }
                                                sleepNowAndThen(tuple.getInteger(0));
                                                bolt.collector.emit(tuple, tuple.getValues());
                                                bolt.collector.ack(tuple);
                                            })
                                    .onPrepare(
                                            bolt -> {
                                                INHERITABLE.set(id);
                                                threads.get().put(id, Thread.currentThread());
                                            }),
                            1)
                    .shuffleGrouping(id.equals("first") ? "spout" : "first");
        }

        runUntilAcked();

        assertThat(SEEN).isEmpty();
    }

    @Test
    void aSpoutFindsWhatItsOpenHasStored() throws Exception {
        builder.setSpout(
                "spout",
                spout().onOpen(s -> STORED.set("mine"))
                        .onNext(
                                s -> {
                                    if (!"mine".equals(STORED.get())) {
                                        SEEN.add("nextTuple");
                                    }
                                    if (s.count < MESSAGES) {
                                        sleepNowAndThen(s.count);
                                        s.collector.emit(new Values(s.count), s.count++);
                                    }
                                })
                        .onAck(
                                (s, id) -> {
                                    if (!"mine".equals(STORED.get())) {
                                        SEEN.add("ack");
                                    }
                                    acked.countDown();
                                }),
                1);
        builder.setBolt("bolt", TestBolt.relay(), 1).shuffleGrouping("spout");

        RunningTopology topology = runUntilAcked();

        assertThat(SEEN).isEmpty();
        assertThat(isDedicated(topology, "spout")).isTrue();
        assertThat(isDedicated(topology, "bolt")).isFalse();
    }

    /** Also if the first call blocks, and ends on a thread that has lost the core. */
    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void whatTheFirstCallsStoreMovesToTheThreadForLife(long sleepMs) throws Exception {
        builder.setSpout(
                "spout",
                spout().onNext(
                                s -> {
                                    if (s.count == 0) {
                                        STORED.set("of the first call");
                                        Thread.sleep(sleepMs);
                                    }
                                    if (!"of the first call".equals(STORED.get())) {
                                        SEEN.add("spout");
                                    }
                                    if (s.count < MESSAGES) {
                                        sleepNowAndThen(s.count);
                                        s.collector.emit(new Values(s.count), s.count++);
                                    }
                                }),
                1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (bolt.count++ == 0) {
                                        INHERITABLE.set("of the first tuple");
                                        Thread.sleep(sleepMs);
                                    }
                                    if (!"of the first tuple".equals(INHERITABLE.get())) {
                                        SEEN.add("bolt");
                                    }
                                    sleepNowAndThen(tuple.getInteger(0));
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");

        RunningTopology topology = runUntilAcked();

        assertThat(SEEN).isEmpty();
        assertThat(isDedicated(topology, "spout")).isTrue();
        assertThat(isDedicated(topology, "bolt")).isTrue();
    }

    @Test
    void aRebalanceLeavesAThreadForLifeToTheTasks() throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                        (bolt, tuple) -> {
                                            if (!"mine".equals(STORED.get())) {
                                                SEEN.add(tuple.getInteger(0));
                                            }
                                            bolt.collector.ack(tuple);
                                        })
                                .onPrepare(bolt -> STORED.set("mine")),
                        2)
                .setNumTasks(2)
                .shuffleGrouping("spout");
        RunningTopology topology = Engines.submit(engine, builder);

        topology.rebalance(Map.of("bolt", 1), Map.of(), Engines.LIMIT);
        Engines.await("all acks", acked);

        assertThat(SEEN).isEmpty();
        assertThat(isDedicated(topology, "bolt")).isTrue();
        Engines.kill(topology);
        Engines.until(
                "end of its threads",
                () -> Engines.threads().stream().noneMatch(name -> name.contains("bolt")));
    }

    @Test
    void valuesThatAnyThreadComputesForItselfTakeNoThread() throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                        (bolt, tuple) -> {
                                            COMPUTED.get().append('x');
                                            bolt.collector.ack(tuple);
                                        })
                                .onPrepare(bolt -> COMPUTED.get().append('y')),
                        1)
                .shuffleGrouping("spout");

        assertThat(isDedicated(runUntilAcked(), "bolt")).isFalse();
    }

    @Test
    void aComponentThatIsSaidNotToBeDedicatedSharesItsThread() throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt("bolt", TestBolt.relay().onPrepare(bolt -> STORED.set("mine")), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", false);

        assertThat(isDedicated(runUntilAcked(), "bolt")).isFalse();
    }

    // ---- attributes of the thread -----------------------------------------------------------

    @SuppressWarnings("ThreadPriorityCheck") // as user code might
    @Test
    void attributesThatACallChangesAreItsExecutorsOwn() throws Exception {
        builder.setSpout(
                "spout",
                spout().onNext(
                                s -> {
                                    Thread thread = Thread.currentThread();
                                    if (thread.getPriority() != Thread.NORM_PRIORITY
                                            || thread.getContextClassLoader()
                                                    != Engines.class.getClassLoader()
                                            || thread.getUncaughtExceptionHandler()
                                                    instanceof Handler) {
                                        SEEN.add("spout");
                                    }
                                    if (s.count < MESSAGES) {
                                        s.collector.emit(new Values(s.count), s.count++);
                                    }
                                }),
                1);
        builder.setBolt(
                        "prepares",
                        TestBolt.relay()
                                .onPrepare(
                                        bolt ->
                                                Thread.currentThread()
                                                        .setPriority(Thread.MIN_PRIORITY)),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "executes",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    Thread thread = Thread.currentThread();
                                    thread.setContextClassLoader(null);
                                    thread.setUncaughtExceptionHandler(new Handler());
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("prepares");
        Engines.submit(engine, builder);

        Engines.await("all acks", acked);

        assertThat(SEEN).isEmpty();
    }

    private static final class Handler implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            // nothing: it must not be left to others
        }
    }

    private static void sleepNowAndThen(int number) throws InterruptedException {
        if (number % 50 == 7) {
            Thread.sleep(40); // longer than the threshold: the core goes to another thread
        }
    }

    private static boolean isDedicated(RunningTopology topology, String component) {
        return Engines.of(topology, component).stream().allMatch(e -> e.dedicated());
    }
}
