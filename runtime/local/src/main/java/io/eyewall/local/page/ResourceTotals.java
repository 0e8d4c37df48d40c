package io.eyewall.local.page;

import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.Map;
import org.apache.storm.Constants;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.jspecify.annotations.Nullable;

/**
 * The sums of the resources that a topology's executors request from a scheduler. They are only
 * reported, and have no effect here.
 *
 * @param onHeapMb megabytes of Java's heap
 * @param offHeapMb megabytes outside of Java's heap
 * @param cpuPercent percent of a processor core; 100 is one core
 */
public record ResourceTotals(double onHeapMb, double offHeapMb, double cpuPercent) {
    /** No resources. */
    public static final ResourceTotals NONE = new ResourceTotals(0, 0, 0);

    /**
     * Returns the sums of a topology, without its system executor, which Storm's Nimbus does not
     * report.
     *
     * @param systemTopology the plan's system topology, with the resources that rebalances have
     *     changed
     */
    public static ResourceTotals sumOf(TopologyPlan plan, StormTopology systemTopology) {
        ResourceTotals sum = NONE;
        for (ExecutorPlan executor : plan.executors()) {
            if (executor.firstTask() > 0) {
                String id = executor.componentId();
                sum =
                        sum.plus(
                                ComponentResources.requestedBy(
                                        id, findCommon(systemTopology, id), plan.conf()));
            }
        }
        return sum;
    }

    static @Nullable ComponentCommon findCommon(StormTopology topology, String componentId) {
        Bolt bolt = topology.get_bolts().get(componentId);
        SpoutSpec spout = topology.get_spouts().get(componentId);
        return bolt != null ? bolt.get_common() : spout != null ? spout.get_common() : null;
    }

    private ResourceTotals plus(Map<String, Double> resources) {
        return new ResourceTotals(
                onHeapMb
                        + resources.getOrDefault(Constants.COMMON_ONHEAP_MEMORY_RESOURCE_NAME, 0.0),
                offHeapMb
                        + resources.getOrDefault(
                                Constants.COMMON_OFFHEAP_MEMORY_RESOURCE_NAME, 0.0),
                cpuPercent + resources.getOrDefault(Constants.COMMON_CPU_RESOURCE_NAME, 0.0));
    }
}
