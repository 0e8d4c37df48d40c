package io.eyewall.testkit;

import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.util.Map;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;

/** Plans topologies for tests of the engine itself, as the driver would. */
public final class TestPlans {
    private TestPlans() {}

    public static TopologyPlan plan(StormTopology topology, Map<String, Object> conf) {
        try {
            return TopologyPlanner.plan(
                    "test",
                    "test-1-1",
                    DriverConf.daemon(),
                    DriverConf.topology("test", conf, 1),
                    topology);
        } catch (InvalidTopologyException e) {
            throw new IllegalArgumentException(e.get_msg(), e);
        }
    }
}
