package io.eyewall.plugin.scheduler;

import java.util.Map;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.utils.NimbusClient;

/**
 * Rebalances topologies through Nimbus' Thrift port, as {@code storm rebalance -w 0 -e ...} does.
 */
final class NimbusRebalance implements Rebalancer.Nimbus {
    private final Map<String, Object> conf;

    /**
     * @param conf the cluster's configuration
     */
    NimbusRebalance(Map<String, Object> conf) {
        this.conf = conf;
    }

    @Override
    public void rebalance(String topologyName, Map<String, Integer> executors) throws Exception {
        RebalanceOptions options = new RebalanceOptions();
        options.set_wait_secs(0); // the workers organize the hand-over
        executors.forEach(options::put_to_num_executors);
        NimbusClient.withConfiguredClient(nimbus -> nimbus.rebalance(topologyName, options), conf);
    }
}
