package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What user code stores in its thread for as long as it emits, or at a later call: no other
 * executor may see it. One core, so that executors share a thread. Code that stores by reflection
 * stands for libraries: bytecode tells nothing of what they do.
 */
@Timeout(60)
class EngineStateInEmitsTest {
    private static final int MESSAGES = 200;
    private static final ThreadLocal<Object> STORED = new ThreadLocal<>();

    /** In a list, so that bytecode does not show it. */
    private static final List<ThreadLocal<Deque<Object>>> STACK =
            List.of(ThreadLocal.withInitial(ArrayDeque::new));

    /** Computed when it is first used, by whichever component. */
    private static final class Buffers {
        static final ThreadLocal<StringBuilder> BUFFER =
                ThreadLocal.withInitial(StringBuilder::new);

        private Buffers() {}
    }

    private static final ClassLoader LOADER =
            new ClassLoader(EngineStateInEmitsTest.class.getClassLoader()) {};

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

    /** Stores by code in which bytecode shows nothing. */
    private static void hidden(Class<?> type, String method, Object on, Object value)
            throws ReflectiveOperationException {
        for (Method each : type.getMethods()) {
            if (each.getName().equals(method) && each.getParameterCount() == 1) {
                each.invoke(on, value);
            }
        }
    }

    private static boolean seesAny() {
        return STORED.get() != null
                || !STACK.get(0).get().isEmpty()
                || Thread.currentThread().getContextClassLoader() == LOADER;
    }

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private enum Around {
        VALUE(() -> STORED.set("mine"), STORED::remove),
        LOADER_OF_CONTEXT(
                () -> Thread.currentThread().setContextClassLoader(LOADER),
                () -> Thread.currentThread().setContextClassLoader(Engines.class.getClassLoader())),
        VALUE_OF_A_LIBRARY(() -> hidden(ThreadLocal.class, "set", STORED, "mine"), STORED::remove),
        LOADER_OF_A_LIBRARY(
                () -> hidden(Thread.class, "setContextClassLoader", Thread.currentThread(), LOADER),
                () ->
                        hidden(
                                Thread.class,
                                "setContextClassLoader",
                                Thread.currentThread(),
                                Engines.class.getClassLoader())),
        COMPUTED_STACK(() -> STACK.get(0).get().push(1), () -> STACK.get(0).get().pop());

        private final Step before;
        private final Step after;

        Around(Step before, Step after) {
            this.before = before;
            this.after = after;
        }
    }

    private interface Step {
        void run() throws ReflectiveOperationException;
    }

    @ParameterizedTest
    @EnumSource(Around.class)
    void noReceiverSeesWhatItsCallerStoresAroundAnEmit(Around around) throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt(
                        "stores",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    around.before.run();
                                    bolt.collector.emit(tuple, tuple.getValues());
                                    if (!seesAny()) {
                                        SEEN.add("caller's own value is gone");
                                    }
                                    around.after.run();
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("receives", looks(), 1).shuffleGrouping("stores");

        runUntilAcked();

        assertThat(SEEN).isEmpty();
    }

    @Test
    void aBufferOfTheThreadIsItsUsersUntilTheEmitReturns() throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt(
                        "writes",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    StringBuilder buffer = Buffers.BUFFER.get();
                                    buffer.setLength(0);
                                    buffer.append(tuple.getInteger(0));
                                    bolt.collector.emit(tuple, tuple.getValues());
                                    if (!buffer.toString().equals("" + tuple.getInteger(0))) {
                                        SEEN.add(buffer.toString());
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("relays", TestBolt.relay(), 1).shuffleGrouping("writes");
        builder.setBolt(
                        "overwrites",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    Buffers.BUFFER.get().setLength(0);
                                    Buffers.BUFFER.get().append("overwritten");
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("relays");

        runUntilAcked();

        assertThat(SEEN).isEmpty();
    }

    @Test
    void whatALaterCallStoresReachesNobody() throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt(
                        "stores",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (tuple.getInteger(0) == MESSAGES / 2) {
                                        STORED.set("late");
                                        Thread.currentThread().setContextClassLoader(LOADER);
                                    } else if (tuple.getInteger(0) > MESSAGES / 2
                                            && STORED.get() == null) {
                                        SEEN.add("its own value is gone");
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("beside", looks(), 1).shuffleGrouping("spout");

        runUntilAcked();

        assertThat(SEEN).isEmpty();
    }

    @Test
    void aComponentThatIsSaidNotToBeDedicatedSharesItsThread() throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt(
                        "stores",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    STORED.set("mine");
                                    STORED.remove();
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", false);

        RunningTopology topology = runUntilAcked();

        assertThat(Engines.of(topology, "stores")).noneMatch(each -> each.dedicated());
    }

    /** Without what bytecode tells: the first calls are inspected. */
    @Test
    void whatTheFirstCallsOfALibraryStoreStays() throws Exception {
        builder.setSpout("spout", spout(), 1);
        builder.setBolt(
                        "stores",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (tuple.getInteger(0) == 0) {
                                        hidden(ThreadLocal.class, "set", STORED, "mine");
                                    } else if (STORED.get() == null) {
                                        SEEN.add("its own value is gone");
                                    }
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        builder.setBolt("beside", looks(), 1).shuffleGrouping("spout");

        RunningTopology topology = runUntilAcked();

        assertThat(SEEN).isEmpty();
        assertThat(Engines.of(topology, "stores")).allMatch(each -> each.dedicated());
        assertThat(Engines.of(topology, "beside")).noneMatch(each -> each.dedicated());
    }

    private static TestBolt looks() {
        return TestBolt.of(
                (bolt, tuple) -> {
                    if (seesAny()) {
                        SEEN.add("another component");
                    }
                    bolt.collector.ack(tuple);
                });
    }
}
