package io.eyewall.toolkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.topology.BasicBoltExecutor;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random chains of operators write with snapshots, while tuples fail, the medium fails, executors
 * change and the topology ends and starts again, what they write without snapshots and failures.
 * {@code -Deyewall.snapshot.seeds=FIRST-LAST} asks for other chains.
 */
@Timeout(180)
@NullUnmarked // JUnit sets the folder
class RandomFlowTest {
    private static final int NUMBERS = 6_000;
    private static final String SEEDS = System.getProperty("eyewall.snapshot.seeds", "1-3");

    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());

    @TempDir private Path folder;

    static List<Long> seeds() {
        String[] bounds = SEEDS.split("-");
        return java.util.stream.LongStream.rangeClosed(
                        Long.parseLong(bounds[0]), Long.parseLong(bounds[1]))
                .boxed()
                .toList();
    }

    @AfterEach
    void close() {
        nimbus.close();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void writesEachResultOnce(long seed) throws Exception {
        RandomFlow flow = new RandomFlow(seed, NUMBERS);
        String name = "random-flow-" + seed;
        Run.untilDrained(flow.topology(new BasicBoltExecutor(new Collect(name)), false), "numbers");
        List<Object> expected =
                Collect.of(name).stream()
                        .filter(keyAndValue -> keyAndValue.get(0) instanceof Long) // no markers
                        .map(keyAndValue -> keyAndValue.get(1))
                        .sorted()
                        .toList();
        assertThat(expected).isNotEmpty();

        MemorySink.clear(name + ":");
        Random random = new Random(seed);
        boolean isDrained = false;
        for (int run = 0; !isDrained; run++) {
            MemorySink.failNext(name + ":", random.nextInt(2));
            Duration lasts = run < 3 ? Duration.ofMillis(50 + random.nextInt(200)) : null;
            isDrained = run(name, flow.topology(MemorySink.of(name + ":"), true), lasts);
        }
        assertThat(MemorySink.written(name + ":").stream().sorted().toList()).isEqualTo(expected);
    }

    /**
     * Runs the topology for a time, or until it is drained if that is null; returns whether it is.
     */
    private boolean run(String name, StormTopology topology, Duration lasts) throws Exception {
        RunningTopology running =
                nimbus.start(
                        name,
                        Map.of(
                                SnapshotSettings.DIR_KEY,
                                folder.toString(),
                                SnapshotSettings.INTERVAL_KEY,
                                20),
                        topology,
                        new SubmitOptions(TopologyInitialStatus.ACTIVE));
        running.awaitStarted(Duration.ofSeconds(60));
        long endNs = lasts == null ? Long.MAX_VALUE : System.nanoTime() + lasts.toNanos();
        int round = 0;
        while (!Run.isDrained(running) && System.nanoTime() < endNs) {
            assertThat(running.failure()).isEmpty();
            Thread.sleep(20);
            if (lasts != null) {
                running.rebalance(Map.of("sink", 1 + round++ % 2), Duration.ofSeconds(60));
            }
        }
        boolean isDrained = Run.isDrained(running);
        running.kill(Duration.ZERO);
        assertThat(running.await(Duration.ofSeconds(60))).isTrue();
        return isDrained;
    }
}
