package io.eyewall.benchmarks.scenario.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunPlanTest {

    @Test
    void systemsTakeTurnsAndThoseThatCannotRunAScenarioAreLeftOut() {
        RunPlan plan = plan(List.of("w1", "w3-acked"), List.of("loop", "pipe", "storm"), 2);

        assertThat(plan.steps())
                .extracting(step -> step.round() + " " + step.scenario() + " " + step.peer())
                .containsExactly(
                        "1 w1 loop",
                        "1 w1 storm",
                        "2 w1 loop",
                        "2 w1 storm",
                        "1 w3-acked storm",
                        "2 w3-acked storm");
    }

    @Test
    void saysWhichScenariosASystemCannotRun() {
        RunPlan plan = plan(List.of("w1", "w3-acked", "w7-3"), List.of("pipe", "jet", "storm"), 1);

        assertThat(plan.leftOut())
                .hasSize(1)
                .containsEntry(
                        Peer.parse("jet"),
                        List.of(Scenario.parse("w3-acked"), Scenario.parse("w7-3")));
    }

    @Test
    void theHostIsGaugedByTheProgramThatAScenarioIsComparedWith() {
        RunPlan plan = plan(List.of("w1"), List.of("storm"), 1);

        assertThat(List.of("w1", "w1-acked", "w1-p2", "w1-p8-acked", "w3-cut-acked", "w3-p4"))
                .extracting(name -> plan.gauge(Scenario.parse(name)).orElseThrow())
                .extracting(step -> step.scenario() + " " + step.peer())
                .containsExactly(
                        "w1 loop",
                        "w1 loop",
                        "w1-p2 exchange",
                        "w1-p2 exchange",
                        "w3-cut pipe",
                        "w3-p2 pipe");
        assertThat(plan.gauge(Scenario.parse("idle"))).isEmpty();
        assertThat(plan.gauge(Scenario.parse("w7-100"))).isEmpty();
    }

    @Test
    void everySystemGetsTheSameJvm() {
        JvmPlan jvm = new JvmPlan("java", JvmPlan.Collector.G1, "3g", List.of("-Dx=y"));

        assertThat(jvm.command()).containsExactly("java", "-XX:+UseG1GC", "-Xmx3g", "-Dx=y");
    }

    private static RunPlan plan(List<String> scenarios, List<String> peers, int rounds) {
        return new RunPlan(
                scenarios.stream().map(Scenario::parse).toList(),
                peers.stream().map(Peer::parse).toList(),
                100,
                200,
                rounds,
                true,
                new JvmPlan("java", JvmPlan.Collector.PARALLEL, "1g", List.of()));
    }
}
