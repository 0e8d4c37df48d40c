package io.eyewall.testkit;

import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;

/** Plans topologies as the driver does, for tests of the engine itself. */
public final class TestPlans {
    private static final Map<String, Object> DAEMON_CONF = DriverConf.daemonConf(); // slow to read

    private TestPlans() {}

    /**
     * @param conf configuration, which may set the back-off of a spout that emitted nothing; 1 ms
     *     by default
     */
    public static TopologyPlan plan(StormTopology topology, Map<String, Object> conf) {
        int spoutWaitMs =
                (int)
                        conf.getOrDefault(
                                Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS, 1);
        try {
            return TopologyPlanner.plan(
                    "test",
                    "test-1-1",
                    DAEMON_CONF,
                    DriverConf.topologyConf("test", conf, 1_000 * spoutWaitMs),
                    topology);
        } catch (InvalidTopologyException e) {
            throw new IllegalArgumentException(e.get_msg(), e);
        }
    }
}
