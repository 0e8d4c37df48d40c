package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.TopologyTestDriver;
import org.junit.jupiter.api.Test;

class ThroughputTopologyTest {
    private static final int TEXTS = 500;

    @Test
    void everyTextIsPassedOnAndCounted() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(ThroughputTopology.builder(TEXTS).createTopology())
                        .withCores(2, 7)
                        .start()) {
            driver.runUntilIdle();
            assertThat(driver.acked()).hasSize(TEXTS);
            assertThat(driver.pending()).isEmpty();
            assertThat(driver.executed("count")).hasSize(TEXTS);
            assertThat(driver.executed("count").stream().map(each -> each.values().get(0)))
                    .as("random, and passed on as they are")
                    .doesNotHaveDuplicates()
                    .allSatisfy(
                            text ->
                                    assertThat((String) text)
                                            .hasSize(ThroughputTopology.LENGTH)
                                            .matches("[a-z]+"))
                    .containsExactlyInAnyOrderElementsOf(
                            driver.emitted("texts").stream()
                                    .map(each -> each.values().get(0))
                                    .toList());
        }
    }
}
