package io.eyewall.differential.stage;

import java.util.List;
import org.apache.storm.ILocalCluster;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.thrift.TException;

/** A submitted topology, as its driver sees it. Used by the driving thread. */
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

    /** The topology's id, or null if no such topology is known (any more). */
    public String id() throws TException {
        List<TopologySummary> summaries = cluster.getClusterInfo().get_topologies();
        for (TopologySummary summary : summaries) {
            if (summary.get_name().equals(name)) {
                return summary.get_id();
            }
        }
        return null;
    }

    /** The status that the cluster lists for the topology; {@code GONE} if it lists none. */
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

    /** Kills without waiting for what follows. */
    public void kill(int waitSecs) throws TException {
        KillOptions options = new KillOptions();
        options.set_wait_secs(waitSecs);
        cluster.killTopologyWithOpts(name, options);
    }

    /** Kills and waits until the cluster lists the topology no more. */
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
