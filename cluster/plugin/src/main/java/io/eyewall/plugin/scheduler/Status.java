package io.eyewall.plugin.scheduler;

import org.apache.storm.scheduler.Cluster;

/**
 * Sets the text on a topology's placement in Storm's user interfaces; only if it differs, because
 * Storm logs each time it is set.
 */
final class Status {
    private Status() {}

    static void set(Cluster cluster, String topologyId, String text) {
        if (!text.equals(cluster.getStatusMap().get(topologyId))) {
            cluster.setStatus(topologyId, text);
        }
    }
}
