package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import org.apache.storm.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ElasticTopologyTest {
    private static long executors(TopologyHandle topology, String component) {
        return topology.metrics().executors().stream()
                .filter(executor -> executor.executor().componentId().equals(component))
                .count();
    }

    @Test
    void theSlowBoltGetsAnExecutorPerTask() throws Exception {
        Config conf = new Config();
        conf.put("eyewall.parallelism.auto", true);
        conf.setMaxSpoutPending(500);
        try (TopologyHandle topology =
                Eyewall.start("elastic", conf, ElasticTopology.builder().createTopology())) {
            while (executors(topology, ElasticTopology.SLOW) < ElasticTopology.TASKS) {
                assertThat(topology.failure()).isEmpty();
                Thread.sleep(100); // the engine looks once per second
            }
        }
    }
}
