package io.eyewall.testkit.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.RunningTopology;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.generated.ComponentObject;
import org.junit.jupiter.api.Test;

class FakeTopologyTest {
    @Test
    void assignsTasksToComponentsInAPlan() {
        ComponentPlan out =
                new ComponentPlan(
                        "out",
                        ComponentPlan.Kind.BOLT,
                        new ComponentObject(),
                        List.of(2, 3),
                        Map.of(),
                        Map.of());
        TopologyPlan plan =
                FakePlans.of("t", "t-1-2", List.of(out), List.of(new ExecutorPlan("out", 2, 3)));

        assertThat(plan.taskToComponent()).isEqualTo(Map.of(2, "out", 3, "out"));
        assertThat(plan.componentToTasks()).isEqualTo(Map.of("out", List.of(2, 3)));
        assertThat(plan.components()).containsOnly(Map.entry("out", out));
    }

    @Test
    void callsSuppliersEachTimeAndRejectsOtherMethods() {
        AtomicInteger uptime = new AtomicInteger(4);
        RunningTopology topology =
                FakeTopology.answering(
                        Map.of(
                                "plan",
                                () -> FakePlans.empty("t", "t-1-2"),
                                "uptimeSecs",
                                uptime::incrementAndGet));

        assertThat(topology.plan().id()).isEqualTo("t-1-2");
        assertThat(topology.uptimeSecs()).isEqualTo(5);
        assertThat(topology.uptimeSecs()).isEqualTo(6);
        assertThatThrownBy(topology::status).hasMessageContaining("status");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FakeTopology.answering(Map.of("upTime", () -> 1)));
    }
}
