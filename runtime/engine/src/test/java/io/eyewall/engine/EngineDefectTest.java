package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.fixture.Thrown;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the engine's own code throws: no topology hangs, and none fails that it does not concern.
 */
@Timeout(120)
class EngineDefectTest {
    private final Engine engine = Engines.start(2);

    @AfterEach
    void close() {
        engine.close();
    }

    /** A topology on one core. */
    private RunningTopology start(int core, Shared<CountDownLatch> cleanedUp) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.numbers(Integer.MAX_VALUE), 1)
                .addConfiguration("eyewall.core", core);
        builder.setBolt("bolt", TestBolt.relay().onCleanup(bolt -> cleanedUp.get().countDown()), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", core);
        return Engines.submit(engine, builder);
    }

    private static Core coreOf(RunningTopology topology) {
        return ((TopologyRuntime) topology).executors().get(0).core();
    }

    private static long executed(RunningTopology topology) {
        return Engines.of(topology, "bolt").get(0).executed();
    }

    @ParameterizedTest
    @EnumSource
    void itsTopologiesFailWithTheCauseAndEnd(Thrown thrown) throws Exception {
        Shared<CountDownLatch> cleanedUp = Shared.of(new CountDownLatch(1));
        RunningTopology hit = start(0, cleanedUp);
        RunningTopology other = start(1, Shared.of(new CountDownLatch(1)));
        assertThat(coreOf(hit).index()).isZero();
        assertThat(coreOf(other).index()).isEqualTo(1);

        coreOf(hit).submit(thrown::raise);

        assertThat(hit.await(Engines.LIMIT)).as("ended").isTrue();
        assertThat(hit.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(hit.failure().orElseThrow().describe()).contains("' failed: core 0 threw ");
        assertThat(cleanedUp.get().getCount()).as("its bolt was cleaned up").isZero();
        assertThat(other.status()).isEqualTo(TopologyStatus.ACTIVE);
        long before = executed(other);
        Engines.until("the other goes on", () -> executed(other) > before);
        RunningTopology next = start(0, Shared.of(new CountDownLatch(1)));
        Engines.until("the core goes on", () -> executed(next) > 0);
    }

    @Test
    void aTimerThatThrowsIsADefectToo() throws Exception {
        RunningTopology hit = start(0, Shared.of(new CountDownLatch(1)));
        Core core = coreOf(hit);

        core.submit(() -> core.timers().at(core.nowNs(), Thrown.OUT_OF_MEMORY::raise));

        assertThat(hit.await(Engines.LIMIT)).as("ended").isTrue();
        assertThat(hit.failure().orElseThrow().cause()).isInstanceOf(OutOfMemoryError.class);
    }
}
