package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.bolt.BoltExecutor;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.topology.SpoutDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fast spout before a sink that takes a tuple only when the test lets it. */
@Timeout(60)
class EngineBackPressureTest {
    private static final int CAPACITY = 64;
    private static final int BATCH = 16;
    private static final int LINK = 4 * BATCH;

    /** Its queue, its calls that wait for the core, and those of one command of the core's. */
    private static final int DEDICATED = 256 + 4096 + 1024;

    private final TopologyBuilder builder = new TopologyBuilder();

    private static Engine engine(int cores) {
        return Engines.start(
                cores,
                "eyewall.batch.size",
                BATCH,
                "eyewall.link.batches",
                4,
                "eyewall.blocking.threshold.ms",
                2);
    }

    private static long emitted(RunningTopology topology) {
        return emitted(topology, "spout");
    }

    private static long emitted(RunningTopology topology, String component) {
        return Engines.of(topology, component).get(0).emitted().getOrDefault("default", 0L);
    }

    /**
     * @param sinkCore 0 as the spout, or 1
     */
    @ParameterizedTest
    @CsvSource({
        "0,false,false", "0,true,false", "0,false,true", "0,true,true",
        "1,false,false", "1,true,false", "1,false,true", "1,true,true",
    })
    void aFastSpoutIsHeldBackByASlowSink(
            int sinkCore, boolean dedicatedSpout, boolean dedicatedSink) throws Exception {
        Shared<Semaphore> permits = Shared.of(new Semaphore(0));
        SpoutDeclarer spout =
                builder.setSpout(
                        "spout",
                        new TestSpout().onNext(s -> s.collector.emit(new Values(s.count++))),
                        1);
        spout.addConfiguration("eyewall.core", 0);
        spout.addConfiguration("eyewall.executor.dedicated", dedicatedSpout);
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> permits.get().acquire()), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", sinkCore)
                .addConfiguration("eyewall.executor.dedicated", dedicatedSink);
        try (Engine engine = engine(2)) {
            RunningTopology topology =
                    Engines.submit(engine, builder, "eyewall.mailbox.capacity", CAPACITY);
            long executed = 0;
            for (int round = 0; round < 20; round++) {
                int more = round % 5 == 4 ? 1_000 : 10;
                permits.get().release(more);
                executed += more;
                long expected = executed;
                Engines.until(
                        expected + " tuples",
                        () -> Engines.of(topology, "sink").get(0).executed() > expected);
                Engines.until("the spout stops", () -> stops(topology));

                int most = CAPACITY + 2 * LINK + 64 + DEDICATED;
                assertThat(emitted(topology) - executed).as("tuples under way").isLessThan(most);
                for (ExecutorMetrics executor : topology.metrics().executors()) {
                    assertThat(executor.queuedTuples()).as("%s", executor).isLessThan(most);
                }
            }
            permits.get().release(1_000_000_000);
        }
    }

    /** Whether the spout emits nothing between two looks, some milliseconds apart. */
    private static boolean stops(RunningTopology topology) {
        return stops(topology, "spout");
    }

    private static boolean stops(RunningTopology topology, String component) {
        long before = emitted(topology, component);
        LockSupport.parkNanos(3_000_000);
        return before > 0 && emitted(topology, component) == before;
    }

    /** As a native bolt's does, one of whose threads emits without end. */
    private static void callBack(TestBolt bolt) {
        Executor soon = (Executor) bolt.context.getTaskData(BoltExecutor.CALLBACK_EXECUTOR_KEY);
        soon.execute(
                () -> {
                    for (int i = 0; i < BATCH; i++) {
                        bolt.collector.emit(new Values(bolt.count++));
                    }
                    callBack(bolt);
                });
    }

    /**
     * @param sinkCore 0 as the bolt, or 1
     */
    @ParameterizedTest
    @CsvSource({"0,false", "0,true", "1,false", "1,true"})
    void aBoltThatIsCalledBackAgainAndAgainIsHeldBackByASlowSink(int sinkCore, boolean dedicated)
            throws Exception {
        Shared<Semaphore> permits = Shared.of(new Semaphore(0));
        builder.setSpout("spout", TestSpout.numbers(1), 1).addConfiguration("eyewall.core", 0);
        var bolt =
                builder.setBolt(
                        "bolt", new TestBolt().onPrepare(EngineBackPressureTest::callBack), 1);
        bolt.shuffleGrouping("spout").addConfiguration("eyewall.core", 0);
        bolt.addConfiguration("eyewall.executor.dedicated", dedicated);
        builder.setBolt("sink", TestBolt.of((b, tuple) -> permits.get().acquire()), 1)
                .shuffleGrouping("bolt")
                .addConfiguration("eyewall.core", sinkCore)
                .addConfiguration("eyewall.executor.dedicated", true);
        try (Engine engine = engine(2)) {
            RunningTopology topology =
                    Engines.submit(engine, builder, "eyewall.mailbox.capacity", CAPACITY);
            for (long executed = 0; executed < 10_000; ) {
                permits.get().release(1_000);
                executed += 1_000;
                long expected = executed;
                Engines.until(
                        expected + " tuples",
                        () -> Engines.of(topology, "sink").get(0).executed() > expected);
                Engines.until("the bolt stops", () -> stops(topology, "bolt"));
                assertThat(emitted(topology, "bolt") - executed)
                        .as("tuples under way")
                        .isLessThan(CAPACITY + 2 * LINK + 64 + DEDICATED);
            }
            permits.get().release(1_000_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1", "32,16"})
    void aCycleWithFullMailboxesDoesNotStandStill(int depth, int batch) throws Exception {
        int tuples = 2_000;
        int rounds = 20;
        Shared<CountDownLatch> done = Shared.of(new CountDownLatch(tuples));
        builder.setSpout("spout", TestSpout.numbers(tuples), 1);
        String[] cycle = {"a", "b", "c"};
        for (int i = 0; i < cycle.length; i++) {
            String previous = cycle[(i + cycle.length - 1) % cycle.length];
            var bolt =
                    builder.setBolt(
                            cycle[i],
                            TestBolt.of(
                                    (b, tuple) -> {
                                        int value = tuple.getInteger(0);
                                        if (value < rounds * tuples) {
                                            b.collector.emit(new Values(value + tuples));
                                        } else {
                                            done.get().countDown();
                                        }
                                    }),
                            2);
            bolt.shuffleGrouping(previous);
            if (i == 0) {
                bolt.shuffleGrouping("spout");
            }
        }
        try (Engine engine =
                Engines.start(
                        2,
                        "eyewall.direct.depth",
                        depth,
                        "eyewall.batch.size",
                        batch,
                        "eyewall.link.batches",
                        2)) {
            Engines.submit(engine, builder, "eyewall.mailbox.capacity", 2);
            Engines.await("all tuples round the cycle", done.get());
        }
    }
}
