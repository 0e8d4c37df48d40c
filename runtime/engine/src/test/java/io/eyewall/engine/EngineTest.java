package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.PackageLoader;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.loaded.LoaderProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineTest {
    private final Engine engine = Engines.start(2);
    private final TopologyBuilder builder = new TopologyBuilder();

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void topologiesOfDifferentClassLoadersRunSideBySide() throws Exception {
        int tuples = 5_000;
        ConcurrentMap<String, Integer> wrong = new ConcurrentHashMap<>();
        ConcurrentMap<ClassLoader, Integer> counts = new ConcurrentHashMap<>();
        Shared<ConcurrentMap<String, Integer>> wrongOf = Shared.of(wrong);
        Shared<ConcurrentMap<ClassLoader, Integer>> countsOf = Shared.of(counts);
        builder.setSpout("spout", new LoaderProbe.Spout(wrongOf, tuples), 1);
        builder.setBolt("near", new LoaderProbe.Bolt(wrongOf, countsOf), 2)
                .shuffleGrouping("spout");
        builder.setBolt("far", new LoaderProbe.Bolt(wrongOf, countsOf), 2)
                .shuffleGrouping("near")
                .addConfiguration("eyewall.core", 1);
        builder.setBolt("own", new LoaderProbe.Bolt(wrongOf, countsOf), 1)
                .shuffleGrouping("far")
                .addConfiguration("eyewall.executor.dedicated", true);
        List<PackageLoader> loaders = new ArrayList<>();
        List<RunningTopology> topologies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            PackageLoader loader = new PackageLoader("loader-" + i, LoaderProbe.class);
            loaders.add(loader);
            topologies.add(engine.submit(Plans.of(builder), SubmitSettings.of(loader)));
        }

        for (PackageLoader loader : loaders) {
            Engines.until(
                    "all tuples of " + loader, () -> counts.getOrDefault(loader, 0) == 3 * tuples);
        }
        for (RunningTopology topology : topologies) {
            Engines.until(
                    "acks of " + topology,
                    () -> Engines.of(topology, "spout").get(0).acked() == tuples);
            Engines.kill(topology);
        }
        assertThat(wrong).as("calls with the context class loader of another").isEmpty();
        assertThat(counts).hasSize(3);
        for (PackageLoader loader : loaders) {
            loader.close();
        }
    }

    /** What a fresh thread of a core calls first must have the right context class loader too. */
    @Test
    void theContextClassLoaderStaysRightWhenACoreChangesThreads() throws Exception {
        Shared<Set<ClassLoader>> seen = Shared.of(ConcurrentHashMap.newKeySet());
        Shared<CountDownLatch> done = Shared.of(new CountDownLatch(20_000));
        Shared<CountDownLatch> blocked = Shared.of(new CountDownLatch(1));
        builder.setSpout("spout", TestSpout.numbers(Integer.MAX_VALUE), 1);
        builder.setSpout("once", TestSpout.numbers(1), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    seen.get().add(Thread.currentThread().getContextClassLoader());
                                    done.get().countDown();
                                }),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        builder.setBolt(
                        "blocking",
                        TestBolt.of(
                                (bolt, tuple) ->
                                        Engines.await("the rest of the core", blocked.get())),
                        1)
                .shuffleGrouping("once")
                .addConfiguration("eyewall.core", 1);
        try (PackageLoader loader = new PackageLoader("own", LoaderProbe.class)) {
            engine.submit(Plans.of(builder), SubmitSettings.of(loader));
            Engines.await("tuples on the fresh thread", done.get());
            blocked.get().countDown();

            assertThat(seen.get()).containsExactly(loader);
            assertThat(engine.blockedThreads()).isPositive();
        }
    }

    @Test
    void aFailingTopologyTakesNobodyWithIt() throws Exception {
        Shared<CountDownLatch> goesOn = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> failed = Shared.of(new CountDownLatch(1));
        builder.setSpout("spout", TestSpout.numbers(Integer.MAX_VALUE), 2);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (failed.get().getCount() == 0 && bolt.count++ == 10_000) {
                                        goesOn.get().countDown();
                                    }
                                }),
                        2)
                .shuffleGrouping("spout");
        RunningTopology healthy = Engines.submit(engine, builder);
        TopologyBuilder bad = new TopologyBuilder();
        bad.setSpout("spout", TestSpout.numbers(Integer.MAX_VALUE), 1);
        bad.setBolt(
                        "bad",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    if (tuple.getInteger(0) == 1_000) {
                                        throw new IllegalStateException("on purpose");
                                    }
                                }),
                        1)
                .shuffleGrouping("spout");

        RunningTopology failing =
                engine.submit(Plans.of(bad), SubmitSettings.of(getClass().getClassLoader()));

        assertThat(failing.await(Engines.LIMIT)).isTrue();
        failed.get().countDown();
        assertThat(failing.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(failing.failure().get().describe())
                .contains("'bad'", "execute", "on purpose", failing.plan().name());
        assertThat(failing.errors()).isNotEmpty();
        Engines.await("the healthy topology", goesOn.get());
        assertThat(engine.topologies()).containsExactly(healthy);
        assertThat(healthy.status()).isEqualTo(TopologyStatus.ACTIVE);
    }

    /** What user code does wrong on a thread of its own must not reach the core. */
    @Test
    void wrongCallsOfOtherThreadsFailTheTopologyOnly() throws Exception {
        List<TestBolt.TupleCode> wrongs =
                List.of(
                        (bolt, tuple) -> bolt.collector.ack(null),
                        (bolt, tuple) -> bolt.collector.fail(null),
                        (bolt, tuple) -> bolt.collector.emit("undeclared", new Values(1)),
                        (bolt, tuple) -> bolt.collector.emit(new Values(1, 2)),
                        (bolt, tuple) -> bolt.collector.emit(new Values(new Thread())));
        for (int i = 0; i < wrongs.size(); i++) {
            TopologyBuilder bad = new TopologyBuilder();
            bad.setSpout("spout", TestSpout.trackedNumbers(1), 1);
            bad.setBolt("bad", TestBolt.of(wrongs.get(i)), 1)
                    .shuffleGrouping("spout")
                    .addConfiguration("eyewall.executor.dedicated", true);
            bad.setBolt("sink", new TestBolt(), 1).shuffleGrouping("bad");

            RunningTopology failing =
                    engine.submit(
                            Plans.of(bad, Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, true),
                            SubmitSettings.of(getClass().getClassLoader()));

            assertThat(failing.await(Engines.LIMIT)).as("wrong call %d", i).isTrue();
            assertThat(failing.failure().get().componentId()).isEqualTo("bad");
        }
        builder.setSpout("spout", TestSpout.trackedNumbers(1_000), 2);
        builder.setBolt("bolt", TestBolt.relay(), 2).shuffleGrouping("spout");
        RunningTopology next = Engines.submit(engine, builder);
        Engines.until("all cores go on", () -> acked(next, "spout") == 2_000);
    }

    private static long acked(RunningTopology topology, String component) {
        return Engines.of(topology, component).stream().mapToLong(e -> e.acked()).sum();
    }

    @Test
    void spoutsMayBeStoppedAndStartedAgain() throws Exception {
        Shared<AtomicInteger> executed = Shared.of(new AtomicInteger());
        builder.setSpout("spout", TestSpout.trackedNumbers(Integer.MAX_VALUE), 2);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    executed.get().incrementAndGet();
                                    bolt.collector.ack(tuple);
                                }),
                        3)
                .shuffleGrouping("spout");
        RunningTopology topology = Engines.submit(engine, builder);
        for (int round = 0; round < 5; round++) {
            int before = executed.get().get();
            Engines.until("more tuples", () -> executed.get().get() > before + 1_000);

            topology.deactivate();
            assertThat(topology.status()).isEqualTo(TopologyStatus.INACTIVE);
            Engines.until("quiet", topology::isQuiet);
            Engines.until("quiet and inactive", () -> isStill(topology, executed.get()));

            topology.activate();
            assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        }
    }

    /** Quiet, and no tuple executed between two looks. */
    private static boolean isStill(RunningTopology topology, AtomicInteger executed) {
        int before = executed.get();
        long acked = acked(topology, "spout");
        return topology.isQuiet() && executed.get() == before && acked == before;
    }

    @Test
    void aSpoutThatAsksForEagerCallsGetsThem() throws Exception {
        Shared<CountDownLatch> calls = Shared.of(new CountDownLatch(20_000));
        builder.setSpout("spout", new TestSpout().onNext(s -> calls.get().countDown()), 1);

        Engines.submit(
                engine, builder, Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL1_COUNT, 1_000_000);

        Engines.await("20,000 empty calls", calls.get());
    }

    @Test
    void aDedicatedComponentHasOneThreadForLife() throws Exception {
        Shared<Set<Thread>> spoutThreads = Shared.of(ConcurrentHashMap.newKeySet());
        Shared<Set<Thread>> boltThreads = Shared.of(ConcurrentHashMap.newKeySet());
        Shared<CountDownLatch> acked = Shared.of(new CountDownLatch(100));
        builder.setSpout(
                        "spout",
                        TestSpout.trackedNumbers(100)
                                .onOpen(s -> spoutThreads.get().add(Thread.currentThread()))
                                .onActivate(s -> spoutThreads.get().add(Thread.currentThread()))
                                .onDeactivate(s -> spoutThreads.get().add(Thread.currentThread()))
                                .onClose(s -> spoutThreads.get().add(Thread.currentThread()))
                                .onAck(
                                        (s, id) -> {
                                            spoutThreads.get().add(Thread.currentThread());
                                            acked.get().countDown();
                                        }),
                        1)
                .addConfiguration("eyewall.executor.dedicated", true);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                        (bolt, tuple) -> {
                                            boltThreads.get().add(Thread.currentThread());
                                            bolt.collector.emit(tuple, tuple.getValues());
                                            bolt.collector.ack(tuple);
                                        })
                                .onPrepare(b -> boltThreads.get().add(Thread.currentThread()))
                                .onCleanup(b -> boltThreads.get().add(Thread.currentThread())),
                        1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", true);
        builder.setBolt("sink", TestBolt.relay(), 1).shuffleGrouping("bolt");
        RunningTopology topology = Engines.submit(engine, builder);
        Engines.await("acks", acked.get());
        topology.deactivate();
        Engines.until("quiet", topology::isQuiet);

        Engines.kill(topology);

        assertThat(spoutThreads.get()).hasSize(1);
        assertThat(boltThreads.get()).hasSize(1);
        assertThat(spoutThreads.get().iterator().next().getName()).contains("spout");
        Engines.until("end of the threads", () -> !boltThreads.get().iterator().next().isAlive());
    }

    @Test
    void aClosedEngineLeavesNoThreadsAndTakesNoTopology() throws Exception {
        builder.setSpout("spout", TestSpout.numbers(Integer.MAX_VALUE), 2);
        builder.setBolt("bolt", new TestBolt(), 2)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.executor.dedicated", true);
        List<String> before = Engines.threads();
        Engine own = Engines.start(3);
        RunningTopology topology = Engines.submit(own, builder);
        assertThat(Engines.threads()).hasSizeGreaterThan(before.size());

        own.close();
        own.close(); // once more does nothing

        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
        assertThat(own.topologies()).isEmpty();
        Engines.until("end of all threads", () -> Engines.threads().size() <= before.size());
        assertThatThrownBy(
                        () ->
                                own.submit(
                                        Plans.of(builder),
                                        SubmitSettings.of(getClass().getClassLoader())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void hasFewThreadsHoweverManyExecutorsThereAre() throws Exception {
        for (int parallelism : new int[] {3, 10_000}) {
            Shared<CountDownLatch> tuples = Shared.of(new CountDownLatch(30_000));
            TopologyBuilder wide = new TopologyBuilder();
            wide.setSpout("spout", TestSpout.numbers(Integer.MAX_VALUE), 1);
            wide.setBolt("bolt", TestBolt.of((b, t) -> tuples.get().countDown()), parallelism)
                    .shuffleGrouping("spout");
            RunningTopology topology = Engines.submit(engine, wide);
            Engines.await("tuples at parallelism " + parallelism, tuples.get());

            // two cores, watcher, monitor, and one more while the watcher replaces a thread
            assertThat(Engines.threads()).hasSizeLessThanOrEqualTo(5);
            assertThat(topology.plan().executors()).hasSizeGreaterThan(parallelism);
            Engines.kill(topology);
        }
    }

    @Test
    void settingsAreReadFromTheConfiguration() {
        assertThat(engine.settings().cores()).isEqualTo(2);
        assertThat(EngineSettings.from(Map.of()))
                .isEqualTo(
                        new EngineSettings(
                                Runtime.getRuntime().availableProcessors(),
                                false,
                                128,
                                32,
                                8,
                                64,
                                20_000,
                                10_000_000,
                                2,
                                null,
                                "affinity",
                                5));
        assertThatThrownBy(() -> EngineSettings.from(Map.of("eyewall.placement", "affinty")))
                .hasMessageContaining(
                        "eyewall.placement is 'affinty', but must be one of"
                                + " [affinity, off, pinned, round-robin, tstorm]");
        assertThatThrownBy(
                        () -> EngineSettings.from(Map.of("eyewall.placement.plugins", "/nowhere")))
                .hasMessageContaining(
                        "eyewall.placement.plugins: can't read plug-in directory /nowhere");
        assertThatThrownBy(() -> EngineSettings.from(Map.of("eyewall.batch.size", 0)))
                .hasMessageContainingAll("engine configuration", "eyewall.batch.size", "1 to");
    }
}
