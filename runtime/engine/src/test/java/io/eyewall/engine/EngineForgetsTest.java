package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.PackageLoader;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.loaded.Guest;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing of a topology that has ended stays, however long its timeouts are. */
@Timeout(120)
@NullUnmarked // fields are set before each test
class EngineForgetsTest {
    private static final int TIMEOUT_SECS = 600;

    private final Engine engine = Engines.start(2);
    private final Shared<Collection<WeakReference<?>>> seen =
            Shared.of(new ConcurrentLinkedQueue<>());

    @AfterEach
    void close() {
        engine.close();
    }

    private TopologyBuilder guests() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new Guest.Spout(seen), 1);
        builder.setBolt("near", new Guest.Bolt(seen), 1).shuffleGrouping("spout");
        builder.setBolt("far", new Guest.Bolt(seen), 2)
                .shuffleGrouping("near")
                .addConfiguration("eyewall.core", 1)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, TIMEOUT_SECS);
        return builder;
    }

    /** Starts one with a class loader of its own, and waits until its bolts are at work. */
    private RunningTopology start(TopologyBuilder builder, Object... keysAndValues)
            throws Exception {
        try (PackageLoader loader = new PackageLoader("guest", Guest.class)) {
            RunningTopology topology =
                    engine.submit(Plans.of(builder, keysAndValues), SubmitSettings.of(loader));
            assertThat(topology.awaitStarted(Engines.LIMIT)).isTrue();
            Engines.until(
                    "tuples at the last bolt",
                    () ->
                            Engines.of(topology, "far").stream().mapToLong(e -> e.executed()).sum()
                                    > 900);
            return topology;
        }
    }

    private void awaitForgotten() {
        assertThat(seen.get()).as("objects of the topology").hasSizeGreaterThan(6);
        Engines.until(
                "gone: " + seen.get().stream().map(WeakReference::get).toList(),
                () -> {
                    System.gc();
                    return seen.get().stream().allMatch(object -> object.refersTo(null));
                });
    }

    @Test
    void aTopologyThatWasKilled() throws Exception {
        Engines.kill(start(guests(), Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, TIMEOUT_SECS));

        awaitForgotten();
    }

    @Test
    void aTopologyWhoseUserKeepsTheHandle() throws Exception {
        RunningTopology handle =
                start(guests(), Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, TIMEOUT_SECS);
        Engines.kill(handle);

        awaitForgotten();

        assertThat(handle.status()).isEqualTo(TopologyStatus.ENDED);
        assertThat(Engines.of(handle, "spout").get(0).emitted().get("default"))
                .as("emitted before it was killed")
                .isGreaterThan(900);
        assertThat(handle.isQuiet()).isTrue();
    }

    @Test
    void aTopologyOnThreadsOfItsOwn() throws Exception {
        Engines.kill(
                start(
                        guests(),
                        Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                        TIMEOUT_SECS,
                        "eyewall.executor.dedicated",
                        true));

        awaitForgotten();
    }

    @Test
    void aTopologyThatWasGivenALongTimeToEndAndThenNone() throws Exception {
        RunningTopology topology =
                start(guests(), Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, TIMEOUT_SECS);
        topology.kill(Duration.ofSeconds(TIMEOUT_SECS));
        Engines.kill(topology);
        topology = null;

        awaitForgotten();
    }

    @Test
    void aTopologyThatWasRebalanced() throws Exception {
        RunningTopology topology =
                start(guests(), Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, TIMEOUT_SECS);
        topology.rebalance(Map.of("far", 1), Map.of(), Engines.LIMIT);
        Engines.kill(topology);
        topology = null;

        awaitForgotten();
    }
}
