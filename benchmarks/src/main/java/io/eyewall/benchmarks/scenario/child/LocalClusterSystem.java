package io.eyewall.benchmarks.scenario.child;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.topology.ScenarioTopology;
import java.security.CodeSource;
import org.apache.storm.ILocalCluster;
import org.apache.storm.generated.KillOptions;
import org.jspecify.annotations.Nullable;

/**
 * A topology in the {@code org.apache.storm.LocalCluster} that is on the class path: Storm's or
 * Eyewall's. It looks the class up by name: the two classes must never share a class path, so this
 * module is compiled against their interface in storm-client alone.
 */
final class LocalClusterSystem implements RunningSystem {
    private static final String CLUSTER_CLASS = "org.apache.storm.LocalCluster";
    private static final String TOPOLOGY = "scenario";

    private final Peer peer;
    private final Scenario scenario;
    private @Nullable ILocalCluster cluster;

    LocalClusterSystem(Peer peer, Scenario scenario) {
        this.peer = peer;
        this.scenario = scenario;
    }

    @Override
    public void start() throws Exception {
        Class<?> clusterClass = Class.forName(CLUSTER_CLASS);
        checkOrigin(clusterClass);
        ILocalCluster started = (ILocalCluster) clusterClass.getDeclaredConstructor().newInstance();
        cluster = started;
        started.submitTopology(
                TOPOLOGY,
                TopologyConfiguration.create(peer, scenario),
                ScenarioTopology.build(scenario));
    }

    @Override
    public void close() throws Exception {
        ILocalCluster started = cluster;
        if (started == null) {
            return;
        }
        cluster = null;
        try (started) {
            KillOptions killNow = new KillOptions();
            killNow.set_wait_secs(0);
            started.killTopologyWithOpts(TOPOLOGY, killNow);
        } catch (IllegalStateException e) {
            if (peer.kind().family() != Family.STORM) {
                throw e;
            }
            // Storm gives up after a minute, but a thousand threads on a busy machine need that
            // long. The measurement is complete by then, and the process ends.
        }
    }

    /**
     * Checks the origin of the cluster's class: with a wrong class path, one system would be
     * measured under the other's name.
     */
    private void checkOrigin(Class<?> clusterClass) {
        CodeSource source = clusterClass.getProtectionDomain().getCodeSource();
        String origin = source == null ? "unknown" : source.getLocation().getPath();
        boolean isStorms = origin.contains("storm-server");
        boolean isExpected =
                switch (peer.kind().family()) {
                    case STORM -> isStorms;
                    case EYEWALL -> !isStorms;
                    case HANDWRITTEN, FLINK, JET -> false;
                };
        if (!isExpected) {
            throw new IllegalStateException(
                    "system "
                            + peer
                            + ": "
                            + CLUSTER_CLASS
                            + " comes from "
                            + origin
                            + "; keep storm-server and eyewall-local on separate class paths");
        }
    }
}
