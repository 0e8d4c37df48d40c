package io.eyewall.benchmarks.scenario.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.scenario.Scenario;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where components are told to be. */
class ScenarioTopologyTest {

    @ParameterizedTest
    @ValueSource(strings = {"w1-cut", "w3-cut", "w3-cut-acked"})
    void theSinkOfACutIsAloneOnTheOtherCore(String scenario) {
        assertThat(configurations(scenario))
                .hasSize(3)
                .allSatisfy(
                        (component, configuration) ->
                                assertThat(configuration)
                                        .contains(
                                                "\"eyewall.core\":"
                                                        + (component.equals("sink") ? 1 : 0)));
    }

    @Test
    void elsewhereTheSystemDecides() {
        assertThat(configurations("w3"))
                .hasSize(3)
                .allSatisfy(
                        (component, configuration) ->
                                assertThat(configuration).doesNotContain("eyewall.core"));
    }

    private static Map<String, String> configurations(String scenario) {
        StormTopology topology = ScenarioTopology.build(Scenario.parse(scenario));
        Map<String, String> configurations = new HashMap<>();
        topology.get_spouts()
                .forEach((id, spout) -> configurations.put(id, spout.get_common().get_json_conf()));
        topology.get_bolts()
                .forEach((id, bolt) -> configurations.put(id, bolt.get_common().get_json_conf()));
        configurations.replaceAll((id, json) -> String.valueOf(json));
        return configurations;
    }
}
