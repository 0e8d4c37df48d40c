package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

class InitialPlacementTest {
    private final SteppedCores engine = new SteppedCores(4);
    private final TopologyBuilder builder = new TopologyBuilder();

    private List<Integer> coresOf(TopologyRuntime topology, String component) {
        return topology.metrics().executors().stream()
                .filter(executor -> executor.executor().componentId().equals(component))
                .map(executor -> executor.core())
                .toList();
    }

    @Test
    void spreadsTheExecutorsOfAComponentEvenly() {
        builder.setSpout("two", new TestSpout(), 2);
        builder.setSpout("four", new TestSpout(), 4);
        builder.setSpout("eight", new TestSpout(), 8);

        TopologyRuntime topology = engine.submit(Plans.of(builder));

        assertThat(coresOf(topology, "two")).containsExactly(0, 2);
        assertThat(coresOf(topology, "four")).containsExactly(0, 1, 2, 3);
        assertThat(coresOf(topology, "eight")).containsExactly(0, 0, 1, 1, 2, 2, 3, 3);
    }

    @Test
    void putsSingleExecutorsTogetherOnTheHomeCore() {
        builder.setSpout("spout", new TestSpout(), 1);
        builder.setBolt("bolt", new TestBolt(), 1).shuffleGrouping("spout");

        TopologyRuntime first = engine.submit(Plans.of(builder));
        TopologyRuntime second = engine.submit(Plans.of(builder));

        assertThat(coresOf(first, "spout")).isEqualTo(coresOf(first, "bolt")).containsExactly(0);
        assertThat(coresOf(second, "spout"))
                .as("the core with the fewest executors")
                .isEqualTo(coresOf(second, "bolt"))
                .containsExactly(1);
    }

    @Test
    void pinsAComponentToItsCoreAndWrapsAround() {
        builder.setSpout("pinned", new TestSpout(), 3).addConfiguration("eyewall.core", 2);
        builder.setSpout("beyond", new TestSpout(), 1).addConfiguration("eyewall.core", 5);

        TopologyRuntime topology = engine.submit(Plans.of(builder));

        assertThat(coresOf(topology, "pinned")).containsExactly(2, 2, 2);
        assertThat(coresOf(topology, "beyond")).containsExactly(1);
    }

    @Test
    void placesEachExecutorOnce() {
        builder.setSpout("spout", new TestSpout(), 7);

        TopologyRuntime topology = engine.submit(Plans.of(builder));

        int placed = engine.cores.stream().mapToInt(Core::taskletCount).sum();
        assertThat(placed).isEqualTo(topology.metrics().executors().size());
    }
}
