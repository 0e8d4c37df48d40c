package io.eyewall.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SpoutEnd;
import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.source.SourceSpout;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;

/** Runs topologies for tests. */
public final class Run {
    private static final AtomicInteger RUNS = new AtomicInteger();

    private Run() {}

    /** The work of a test while its topology runs. */
    @FunctionalInterface
    public interface Body {
        /** Waits for the results that the test expects. */
        void run() throws Exception;
    }

    /**
     * Starts the topology and runs the body, then deactivates and ends the topology; fails if the
     * topology has failed. Any thread may call this, several at a time.
     */
    public static void topology(StormTopology topology, Body body) throws Exception {
        String name = "test-" + RUNS.incrementAndGet();
        try (TopologyHandle running = Eyewall.start(name, new Config(), topology)) {
            try {
                body.run();
            } catch (AssertionError e) {
                running.failure().ifPresent(failure -> e.addSuppressed(failure.cause()));
                throw e;
            }
            running.deactivate();
            running.failure()
                    .ifPresent(
                            failure -> {
                                throw new AssertionError("it failed", failure.cause());
                            });
        }
    }

    /** Returns whether all sources of a topology are drained, and there is one. */
    public static boolean isDrained(RunningTopology topology) {
        List<SpoutEnd> ends = topology.spoutEnds();
        return !ends.isEmpty()
                && ends.stream().allMatch(end -> end.state() == SpoutEnd.State.DRAINED);
    }

    /** Runs a topology on this thread until a source and all bolts behind it have ended. */
    public static void untilDrained(StormTopology topology, String source) throws Exception {
        try (TopologyTestDriver driver = TopologyTestDriver.of(topology).start()) {
            Await.until(
                    "'" + source + "' is drained",
                    () -> {
                        driver.advance(Duration.ofMillis(100));
                        assertThat(driver.instances(source)).as("else it has failed").isNotEmpty();
                        return driver.instances(source).stream()
                                .allMatch(each -> ((SourceSpout) each).isDrained());
                    });
        }
    }
}
