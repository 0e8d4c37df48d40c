package io.eyewall.differential.stage;

import java.util.List;
import org.apache.storm.ILocalCluster;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.thrift.TException;

/** The driver's view of a submitted topology. Used by the driving thread. */
public final class RunningTopology {
    private final ILocalCluster cluster;
    private final String name;

    RunningTopology(ILocalCluster cluster, String name) {
        this.cluster = cluster;
        this.name = name;
    }

    public String name() {
        return name;
    }

    /**
     * Returns the topology's id; null if the cluster does not know the topology, or no longer does.
     */
    public String id() throws TException {
        List<TopologySummary> summaries = cluster.getClusterInfo().get_topologies();
        for (TopologySummary summary : summaries) {
            if (summary.get_name().equals(name)) {
                return summary.get_id();
            }
        }
        return null;
    }

    /**
     * Returns the status that the cluster lists for the topology; {@code GONE} if it lists none.
     */
    public String status() throws TException {
        List<TopologySummary> summaries = cluster.getClusterInfo().get_topologies();
        for (TopologySummary summary : summaries) {
            if (summary.get_name().equals(name)) {
                return summary.get_status();
            }
        }
        return "GONE";
    }

    public TopologyInfo info() throws TException {
        return cluster.getTopologyInfo(id());
    }

    public void activate() throws TException {
        cluster.activate(name);
    }

    public void deactivate() throws TException {
        cluster.deactivate(name);
    }

    /** Kills the topology without waiting for its end. */
    public void kill(int waitSecs) throws TException {
        KillOptions options = new KillOptions();
        options.set_wait_secs(waitSecs);
        cluster.killTopologyWithOpts(name, options);
    }

    /** Kills the topology and waits until the cluster no longer lists it. */
    public void killAndAwaitGone(int waitSecs) throws TException, InterruptedException {
        kill(waitSecs);
        long deadlineMs = System.currentTimeMillis() + waitSecs * 1000L + 20_000;
        while (!status().equals("GONE")) {
            if (System.currentTimeMillis() > deadlineMs) {
                throw new IllegalStateException(
                        "topology " + name + " is still there: " + status());
            }
            Thread.sleep(50);
        }
    }
}
