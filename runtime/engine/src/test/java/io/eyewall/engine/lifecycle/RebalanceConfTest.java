package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;

/** Tests executor settings that change while a topology runs. */
class RebalanceConfTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final SteppedCores engine = new SteppedCores(2);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<Tuple> held = new ArrayList<>();
    private final Shared<List<Tuple>> hold = Shared.of(held);
    private final Shared<List<Object>> failed = Shared.of(new ArrayList<>());

    private TopologyRuntime start(Object... conf) {
        Shared<List<Object>> fails = failed;
        builder.setSpout(
                "numbers",
                TestSpout.trackedNumbers(100).onFail((spout, id) -> fails.get().add(id)),
                1);
        Shared<List<Tuple>> tuples = hold;
        builder.setBolt("hold", TestBolt.of((bolt, tuple) -> tuples.get().add(tuple)), 1)
                .shuffleGrouping("numbers");
        TopologyRuntime topology = engine.submit(Plans.of(builder, conf));
        engine.drain();
        return topology;
    }

    @Test
    void raisesTheLimitOfPendingMessages() throws Exception {
        TopologyRuntime topology = start(Config.TOPOLOGY_MAX_SPOUT_PENDING, 3);
        assertThat(held).hasSize(3);

        topology.rebalance(Map.of(), Map.of(Config.TOPOLOGY_MAX_SPOUT_PENDING, 10), LIMIT);
        engine.drain();

        assertThat(held).hasSize(10);
        assertThat(topology.plan().conf()).containsEntry(Config.TOPOLOGY_MAX_SPOUT_PENDING, 10);
        assertThat(topology.plan().component("hold").conf())
                .containsEntry(Config.TOPOLOGY_MAX_SPOUT_PENDING, 10);
    }

    @Test
    void appliesANewTimeoutToNewMessages() throws Exception {
        TopologyRuntime topology =
                start(
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        1,
                        Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                        10);

        topology.rebalance(
                Map.of(),
                Map.of(
                        Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                        1,
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        2),
                LIMIT);
        engine.advance(Duration.ofMillis(1_990)); // 0 was emitted before, 1 just now
        assertThat(failed.get()).isEmpty();
        engine.advance(Duration.ofMillis(20));
        assertThat(failed.get()).containsExactly(1);
        engine.advance(Duration.ofMillis(18_100));

        assertThat(failed.get()).contains(0);
    }

    @Test
    void keepsSettingsOfASingleComponent() throws Exception {
        builder.setSpout("own", TestSpout.trackedNumbers(100), 1).setMaxSpoutPending(2);
        TopologyRuntime topology = start(Config.TOPOLOGY_MAX_SPOUT_PENDING, 3);

        topology.rebalance(Map.of(), Map.of(Config.TOPOLOGY_MAX_SPOUT_PENDING, 10), LIMIT);

        assertThat(topology.plan().component("own").conf().get(Config.TOPOLOGY_MAX_SPOUT_PENDING))
                .isEqualTo(2);
    }
}
