package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.LocalDRPC;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReachTopologyTest {
    @Test
    void countsEachFollowerOnce() throws Exception {
        try (LocalDRPC drpc = new LocalDRPC();
                LocalCluster cluster = new LocalCluster()) {
            cluster.submitTopology(
                    "reach", new Config(), ReachTopology.builder().createLocalTopology(drpc));
            // bob follows sally and tim: 4 + 4 + 2 - 1
            assertThat(drpc.execute("reach", "storm.apache.org")).isEqualTo("9");
            assertThat(drpc.execute("reach", "example.org")).isEqualTo("7");
            assertThat(drpc.execute("reach", "unheard.of")).isEqualTo("0");
        }
    }
}
