package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import org.apache.storm.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TwoChainsTopologyTest {
    private static int core(TopologyHandle topology, String component) {
        return topology.metrics().executors().stream()
                .filter(executor -> executor.executor().componentId().equals(component))
                .findFirst()
                .orElseThrow()
                .core();
    }

    @Test
    void eachChainGetsACore() throws Exception {
        Config conf = new Config();
        conf.put("eyewall.cores", 2);
        conf.put("eyewall.placement", "affinity");
        conf.put("eyewall.placement.period.secs", 1);
        try (TopologyHandle topology =
                Eyewall.start("two-chains", conf, TwoChainsTopology.builder().createTopology())) {
            while (core(topology, "evens") == core(topology, "odds")) {
                assertThat(topology.failure()).isEmpty();
                Thread.sleep(100);
            }
            assertThat(core(topology, "even-squares")).isEqualTo(core(topology, "evens"));
            assertThat(core(topology, "odd-squares")).isEqualTo(core(topology, "odds"));
            assertThat(topology.placement().lastAdvice().orElseThrow().plan().explain())
                    .contains("core-0", "core-1");
        }
    }
}
