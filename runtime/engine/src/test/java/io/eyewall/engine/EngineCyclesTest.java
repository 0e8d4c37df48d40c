package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.PackageLoader;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.loaded.Guest;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine in which many topologies have come and gone takes no more than a young one. */
@Tag("complete")
@Timeout(900)
class EngineCyclesTest {
    private static final int WARM_UP = 10;
    private static final int CYCLES = 1_000;

    /** Of the JVM's own: compiled code, reflection, lambdas that are made only now and then. */
    private static final long HEAP_BYTES = 4 << 20;

    private static final long METASPACE_BYTES = 6 << 20;
    private static final long CLASSES = 200;

    /**
     * What the process uses when no topology runs.
     *
     * @param descriptors 0 where there is no /proc
     */
    private record Usage(long heap, long metaspace, long classes, long threads, long descriptors) {
        static Usage now() {
            String[] files = new File("/proc/self/fd").list();
            return new Usage(
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                    ManagementFactory.getMemoryPoolMXBeans().stream()
                            .filter(pool -> pool.getName().equals("Metaspace"))
                            .mapToLong(EngineCyclesTest::used)
                            .sum(),
                    ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
                    Thread.activeCount(),
                    files == null ? 0 : files.length);
        }

        boolean isWithin(Usage other) {
            return heap <= other.heap + HEAP_BYTES
                    && metaspace <= other.metaspace + METASPACE_BYTES
                    && classes <= other.classes + CLASSES
                    && threads <= other.threads
                    && descriptors <= other.descriptors;
        }
    }

    private static long used(MemoryPoolMXBean pool) {
        return pool.getUsage().getUsed();
    }

    private static Usage afterCollecting() {
        System.gc();
        return Usage.now();
    }

    private static void cycle(Engine engine) throws Exception {
        Shared<Collection<WeakReference<?>>> seen = Shared.of(new ConcurrentLinkedQueue<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new Guest.Spout(seen), 1);
        builder.setBolt("near", new Guest.Bolt(seen), 1).shuffleGrouping("spout");
        builder.setBolt("far", new Guest.Bolt(seen), 2).shuffleGrouping("near");
        try (PackageLoader loader = new PackageLoader("guest", Guest.class)) {
            RunningTopology topology =
                    engine.submit(
                            Plans.of(builder, Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 600),
                            SubmitSettings.of(loader));
            assertThat(topology.awaitStarted(Engines.LIMIT)).isTrue();
            Engines.until(
                    "tuples at the last bolt",
                    () -> Engines.of(topology, "far").stream().anyMatch(e -> e.executed() > 0));
            Engines.kill(topology);
        } finally {
            seen.forget();
        }
    }

    @Test
    void aThousandTopologiesLeaveNothing() throws Exception {
        try (Engine engine = Engines.start(2)) {
            for (int i = 0; i < WARM_UP; i++) {
                cycle(engine);
            }
            Usage young = afterCollecting();
            List<Usage> usages = new ArrayList<>();
            for (int i = WARM_UP; i < CYCLES; i++) {
                cycle(engine);
                if (i % 100 == 0) {
                    usages.add(afterCollecting());
                }
            }

            Engines.until(
                    "no more than " + young + " used, but " + usages,
                    () -> afterCollecting().isWithin(young));
        }
    }
}
