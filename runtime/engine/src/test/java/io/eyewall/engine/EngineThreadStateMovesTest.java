package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of threads for life, and of what is in them, when tasks move or are given up. */
@Timeout(60)
class EngineThreadStateMovesTest {
    private static final ThreadLocal<String> OF_ALL = new ThreadLocal<>();

    /** A variable of each task. */
    private static final Map<Integer, ThreadLocal<Integer>> OWN = new ConcurrentHashMap<>();

    private static final Queue<String> MISSED = new ConcurrentLinkedQueue<>();

    private final Engine engine = Engines.start(2, "eyewall.blocking.threshold.ms", 20);
    private final TopologyBuilder builder = new TopologyBuilder();

    @BeforeEach
    void forget() {
        OWN.clear();
        MISSED.clear();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static TestBolt keeping(Shared<Queue<Integer>> executed) {
        return TestBolt.of(
                        (bolt, tuple) -> {
                            int id = bolt.context.getThisTaskId();
                            if (!"stored".equals(OF_ALL.get())) {
                                MISSED.add("of all");
                            }
                            ThreadLocal<Integer> own = OWN.get(id);
                            if (own == null || !Integer.valueOf(id).equals(own.get())) {
                                MISSED.add("own");
                            }
                            executed.get().add(id);
                            bolt.collector.ack(tuple);
                        })
                .onPrepare(
                        bolt -> {
                            int id = bolt.context.getThisTaskId();
                            ThreadLocal<Integer> own = new ThreadLocal<>();
                            own.set(id);
                            OWN.put(id, own);
                            OF_ALL.set("stored");
                        });
    }

    private RunningTopology runWith(int executors, int tasks, Shared<Queue<Integer>> executed)
            throws Exception {
        builder.setSpout(
                "spout",
                new TestSpout().onNext(s -> s.collector.emit(new Values(s.count), s.count++)),
                1);
        builder.setBolt("bolt", keeping(executed), executors)
                .setNumTasks(tasks)
                .shuffleGrouping("spout");
        return Engines.submit(engine, builder, "topology.max.spout.pending", 100);
    }

    private static void awaitAll(Queue<Integer> executed, int tasks) {
        executed.clear();
        Engines.until("all tasks", () -> executed.stream().distinct().count() == tasks);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "4, 2", "4, 1", "6, 4", "5, 3"})
    void tasksThatComeTogetherBringTheirThreadsValues(int before, int after) throws Exception {
        Shared<Queue<Integer>> executed = Shared.of(new ConcurrentLinkedQueue<>());
        RunningTopology topology = runWith(before, before, executed);
        awaitAll(executed.get(), before);

        topology.rebalance(Map.of("bolt", after), Map.of(), Engines.LIMIT);
        awaitAll(executed.get(), before);

        assertThat(MISSED).isEmpty();
        Engines.until("end of the other threads", () -> boltThreads() == after);
        Engines.kill(topology);
        Engines.until("end of its threads", () -> boltThreads() == 0);
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 2", "2, 4, 3", "2, 6, 6"})
    void tasksThatShareAThreadForLifeAreNotParted(int before, int tasks, int after)
            throws Exception {
        Shared<Queue<Integer>> executed = Shared.of(new ConcurrentLinkedQueue<>());
        RunningTopology topology = runWith(before, tasks, executed);
        awaitAll(executed.get(), tasks);

        assertThatThrownBy(() -> topology.rebalance(Map.of("bolt", after), Map.of(), Engines.LIMIT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("component 'bolt'")
                .hasMessageContaining("eyewall.executor.dedicated: false");
        awaitAll(executed.get(), tasks);

        assertThat(MISSED).isEmpty();
        assertThat(Engines.of(topology, "bolt")).hasSize(before);
        topology.rebalance(Map.of("bolt", 1), Map.of(), Engines.LIMIT);
        awaitAll(executed.get(), tasks);
        assertThat(MISSED).isEmpty();
    }

    /** As a first call does that connects somewhere. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aFirstCallMayTakeLongAndLeaveSomething(int slow) throws Exception {
        Shared<CountDownLatch> acked = Shared.of(new CountDownLatch(100));
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    store(s.count == 0, slow == 0);
                                    s.collector.emit(new Values(s.count), s.count++);
                                })
                        .onAck((s, id) -> acked.get().countDown()),
                1);
        for (int i = 1; i <= 2; i++) {
            int number = i;
            builder.setBolt(
                            "bolt" + i,
                            TestBolt.of(
                                    (bolt, tuple) -> {
                                        store(bolt.count++ == 0, slow == number);
                                        bolt.collector.emit(tuple, tuple.getValues());
                                        bolt.collector.ack(tuple);
                                    }),
                            1)
                    .shuffleGrouping(i == 1 ? "spout" : "bolt1");
        }

        Engines.submit(engine, builder, "topology.max.spout.pending", 100);

        Engines.await("acks", acked.get());
        assertThat(MISSED).isEmpty();
    }

    private static void store(boolean first, boolean slow) throws InterruptedException {
        if (first) {
            OF_ALL.set("stored");
        }
        if (first && slow) {
            Thread.sleep(60); // longer than the threshold
        }
        if (!"stored".equals(OF_ALL.get())) {
            MISSED.add("of a first call");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThreadThatComesBackAfterItsExecutorWasGivenUpEnds(boolean engineEnds) throws Exception {
        Shared<CountDownLatch> inPrepare = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> mayReturn = Shared.of(new CountDownLatch(1));
        builder.setSpout("spout", new TestSpout(), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.relay()
                                .onPrepare(
                                        bolt -> {
                                            OF_ALL.set("stored");
                                            inPrepare.get().countDown();
                                            awaitDespiteInterrupts(mayReturn.get());
                                        }),
                        1)
                .shuffleGrouping("spout");
        RunningTopology topology =
                engine.submit(
                        io.eyewall.engine.fixture.Plans.of(builder),
                        SubmitSettings.of(Engines.class.getClassLoader()));
        Engines.await("prepare", inPrepare.get());
        Engines.kill(topology);
        if (engineEnds) {
            engine.close();
        }

        mayReturn.get().countDown();

        Engines.until("end of its thread", () -> !isAnyThreadIn("prepare") && boltThreads() == 0);
    }

    private static boolean isAnyThreadIn(String method) {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(java.util.Arrays::stream)
                .anyMatch(
                        frame ->
                                frame.getMethodName().equals(method)
                                        && frame.getClassName().contains("TestBolt"));
    }

    private static void awaitDespiteInterrupts(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                assertThat(latch).isNotNull(); // a prepare that does not listen
            }
        }
    }

    private static long boltThreads() {
        return Engines.threads().stream().filter(name -> name.contains("bolt")).count();
    }
}
