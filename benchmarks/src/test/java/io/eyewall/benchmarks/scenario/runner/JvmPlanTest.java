package io.eyewall.benchmarks.scenario.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.scenario.runner.JvmPlan.Collector;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmPlanTest {
    private static JvmPlan plan(Collector collector, String heap, String... more) {
        return new JvmPlan("java", collector, heap, List.of(more));
    }

    @Test
    void theYoungGenerationIsBoundedByProcessors() {
        JvmPlan plan = plan(Collector.PARALLEL, "8g");

        assertThat(plan.youngGeneration(1)).containsExactly("-XX:MaxNewSize=128m");
        assertThat(plan.youngGeneration(2)).containsExactly("-XX:MaxNewSize=128m");
        assertThat(plan.youngGeneration(16)).containsExactly("-XX:MaxNewSize=1024m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"511m", "900000k", "500000000", "much"})
    void notInAHeapThatIsSmallOrUnknown(String heap) {
        assertThat(plan(Collector.PARALLEL, heap).youngGeneration(2)).isEmpty();
        assertThat(plan(Collector.PARALLEL, "512m").youngGeneration(2)).isNotEmpty();
    }

    @Test
    void notWhereSomebodyHasSaidOtherwise() {
        assertThat(plan(Collector.G1, "8g").youngGeneration(2)).isEmpty();
        assertThat(plan(Collector.PARALLEL, "8g", "-Xmn1g").youngGeneration(2)).isEmpty();
        assertThat(plan(Collector.PARALLEL, "8g", "-XX:NewRatio=2").youngGeneration(2)).isEmpty();
    }
}
