package org.apache.storm;

import io.eyewall.local.ClientAccess;
import io.eyewall.local.ClusterOptions;
import io.eyewall.local.ClusterStateView;
import io.eyewall.local.LocalModeMain;
import io.eyewall.local.SubmitterHook;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.cluster.IStormClusterState;
import org.apache.storm.daemon.nimbus.Nimbus;
import org.apache.storm.daemon.nimbus.TopoCache;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.nimbus.ILeaderElector;
import org.apache.storm.scheduler.INimbus;
import org.apache.storm.security.auth.IGroupMappingServiceProvider;
import org.apache.storm.testing.TrackedTopology;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.DRPCClient;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.Utils;

/**
 * Eyewall's stand-in for Storm's class of this name: the same calls, answered by one engine in this
 * process, without ZooKeeper, supervisors and workers. While it is open, Storm's own clients
 * ({@code StormSubmitter} and the like) reach it too. Any thread may call.
 *
 * <p>The engine starts with the first topology, with the engine's keys ({@code eyewall.cores} and
 * so on) of its configuration over the cluster's. A cluster made by {@link
 * Builder#withSimulatedTime()}, or while {@code org.apache.storm.utils.Time} is simulated
 * otherwise, does by that time all that the engine does later: ticks, message timeouts, sleeping
 * spouts, the end of a killed topology. A tracked one ({@link Builder#withTracked()}) counts what
 * it transfers and processes, on one core.
 *
 * <p>Supervisors and their slots are counted and otherwise nothing. What Storm declares and Eyewall
 * can't do throws {@link UnsupportedOperationException}.
 */
public class LocalCluster extends ClusterControls implements ILocalClusterTrackedTopologyAware {
    /** For a topology that need not finish what is under way. */
    public static final KillOptions KILL_NOW = new KillOptions();

    static {
        KILL_NOW.set_wait_secs(0);
    }

    private final Map<String, Object> daemonConf;
    private final Time.SimulatedTime time;
    private final StormMetricsRegistry metricRegistry = new StormMetricsRegistry();
    private final IStormClusterState clusterState = ClusterStateView.of(this);
    private final ClientAccess clients;

    /**
     * An empty cluster with message timeouts on.
     *
     * @throws Exception never; Storm declares it
     */
    public LocalCluster() throws Exception {
        this(timingOut().options);
    }

    /**
     * The same with a ZooKeeper, for components that use one and for Trident's coordination state.
     * The cluster itself does not.
     *
     * @throws Exception never; Storm declares it
     */
    public LocalCluster(String zkHost, Long zkPort) throws Exception {
        this(
                timingOut()
                        .withDaemonConf(Config.STORM_ZOOKEEPER_SERVERS, List.of(zkHost))
                        .withDaemonConf(Config.STORM_ZOOKEEPER_PORT, zkPort)
                        .options);
    }

    private static Builder timingOut() {
        return new Builder().withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true);
    }

    private LocalCluster(ClusterOptions options) {
        this(options, options.simulatedTime() ? new Time.SimulatedTime() : null);
    }

    /** Time is simulated by now, if at all, so that the cluster begins with it. */
    private LocalCluster(ClusterOptions options, Time.SimulatedTime time) {
        super(options);
        this.time = time;
        daemonConf = options.clusterConf();
        clients = ClientAccess.to(this, options.nimbusDaemon(), daemonConf);
    }

    /**
     * Runs something while a cluster and a {@link LocalDRPC} stand behind Storm's clients.
     *
     * @param ttlSec seconds that the cluster goes on after the call
     * @return what it returned
     * @throws Exception what it threw
     */
    public static <T> T withLocalModeOverride(Callable<T> c, long ttlSec) throws Exception {
        return withLocalModeOverride(c, ttlSec, null);
    }

    /**
     * The same with a configuration for the cluster.
     *
     * @param daemonConf may be null
     * @throws Exception what was thrown
     */
    @SuppressWarnings("try") // the override is not used, it is in force
    public static <T> T withLocalModeOverride(
            Callable<T> c, long ttlSec, Map<String, Object> daemonConf) throws Exception {
        try (LocalCluster cluster = new Builder().withDaemonConf(daemonConf).build();
                LocalDRPC drpc = new LocalDRPC(cluster.metricRegistry);
                DRPCClient.LocalOverride drpcOverride = new DRPCClient.LocalOverride(drpc)) {
            T result = c.call();
            TimeUnit.SECONDS.sleep(ttlSec);
            return result;
        }
    }

    /**
     * Runs another class's main on a cluster, then for 20 seconds, or as many as the system
     * property {@code storm.local.sleeptime} says, and ends the process, as Storm does.
     *
     * @param args class name, then its arguments
     * @throws Exception what that main threw, wrapped
     */
    public static void main(String[] args) throws Exception {
        LocalModeMain.of(args).runOnCluster();
        System.exit(0);
    }

    /** This cluster itself. */
    public Nimbus getNimbus() {
        return this;
    }

    /** Returns the registry in which this cluster's daemons count; nothing reports it. */
    public StormMetricsRegistry getMetricRegistry() {
        return metricRegistry;
    }

    /** A copy of the configuration that every topology's lies over. */
    public Map<String, Object> getDaemonConf() {
        return new HashMap<>(daemonConf);
    }

    @Override
    public LocalTopology submitTopology(
            String topologyName, Map<String, Object> conf, StormTopology topology)
            throws TException {
        submitTopologyWithOpts(
                topologyName, conf, topology, new SubmitOptions(TopologyInitialStatus.ACTIVE));
        SubmitterHook.tell(this, topologyName, conf, topology);
        return new LocalTopology(topologyName, topology);
    }

    @Override
    public LocalTopology submitTopology(
            String topologyName, Map<String, Object> conf, TrackedTopology topology)
            throws TException {
        return submitTopology(topologyName, conf, topology.getTopology());
    }

    /** As Storm's submitter calls it, who then notifies the hook once more. */
    @Override
    public void submitTopology(
            String name, String uploadedJarLocation, String jsonConf, StormTopology topology)
            throws TException {
        Map<String, Object> conf = arrivedConf(jsonConf);
        startArrived(name, conf, topology, new SubmitOptions(TopologyInitialStatus.ACTIVE));
        SubmitterHook.tell(this, name, conf, topology);
    }

    @Override
    public LocalTopology submitTopologyWithOpts(
            String topologyName,
            Map<String, Object> conf,
            StormTopology topology,
            SubmitOptions submitOpts)
            throws TException {
        start(topologyName, conf, Utils.addVersions(topology), submitOpts);
        return new LocalTopology(topologyName, topology);
    }

    @Override
    public LocalTopology submitTopologyWithOpts(
            String topologyName,
            Map<String, Object> conf,
            TrackedTopology topology,
            SubmitOptions submitOpts)
            throws TException {
        return submitTopologyWithOpts(topologyName, conf, topology.getTopology(), submitOpts);
    }

    /** The same as {@link #close}. */
    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // Storm's own, which names its successor
    public void shutdown() {
        close();
    }

    @Override
    protected void end() {
        try {
            clients.release();
            super.end();
        } finally {
            clients.close();
            if (time != null) {
                time.close();
            }
        }
    }

    /** Returns a read-only view of the cluster's state. */
    @Override
    public IStormClusterState getClusterState() {
        return clusterState;
    }

    /** Null if the cluster is not tracked. */
    @Override
    public String getTrackedId() {
        return super.getTrackedId();
    }

    /**
     * Returns the port of the Thrift server.
     *
     * @throws IllegalStateException if there is none
     */
    public int getThriftServerPort() {
        return clients.port();
    }

    /**
     * Builds a cluster. Storm's parts of a cluster that don't exist here can't be replaced: null,
     * which stands for Storm's own, is accepted for them.
     */
    public static class Builder {
        private final ClusterOptions options = new ClusterOptions();

        /** How many are counted; two if not set. */
        public Builder withSupervisors(int supervisors) {
            options.supervisors(supervisors);
            return this;
        }

        /** How many slots each is said to have; three if not set. */
        public Builder withPortsPerSupervisor(int portsPerSupervisor) {
            options.portsPerSupervisor(portsPerSupervisor);
            return this;
        }

        /** No meaning here: there are no ports. */
        public Builder withSupervisorSlotPortMin(Number minPort) {
            options.slotPortMin(minPort);
            return this;
        }

        /**
         * Configuration over Storm's, in place of all that was set so far; null changes nothing.
         */
        public Builder withDaemonConf(Map<String, Object> conf) {
            options.daemonConf(conf);
            return this;
        }

        /** Sets one key of the cluster's configuration. */
        public Builder withDaemonConf(String key, Object value) {
            options.daemonConf(key, value);
            return this;
        }

        /** Must be null: nothing is scheduled to workers. */
        public Builder withINimbus(INimbus inimbus) {
            return without("withINimbus", inimbus);
        }

        /** Must be null: nobody asks for authorization in one process. */
        public Builder withGroupMapper(IGroupMappingServiceProvider groupMapper) {
            return without("withGroupMapper", groupMapper);
        }

        /** Must be null: {@link LocalCluster} is its own Nimbus. */
        public Builder withNimbusWrapper(UnaryOperator<Nimbus> nimbusWrapper) {
            return without("withNimbusWrapper", nimbusWrapper);
        }

        /** Sets the store of blobs; null for files of this cluster. */
        public Builder withBlobStore(BlobStore store) {
            options.blobStore(store);
            return this;
        }

        /** Must be null: there is no cache. */
        public Builder withTopoCache(TopoCache topoCache) {
            return without("withTopoCache", topoCache);
        }

        /** Must be null: the state is in the engine. */
        public Builder withClusterState(IStormClusterState clusterState) {
            return without("withClusterState", clusterState);
        }

        /** Must be null: there is one Nimbus. */
        public Builder withLeaderElector(ILeaderElector leaderElector) {
            return without("withLeaderElector", leaderElector);
        }

        private Builder without(String call, Object part) {
            options.without(call, part);
            return this;
        }

        /** See {@link #withNimbusDaemon(Boolean)}. */
        public Builder withNimbusDaemon() {
            return withNimbusDaemon(true);
        }

        /** Whether Storm's clients reach the cluster through a Thrift server; null means no. */
        public Builder withNimbusDaemon(Boolean nimbusDaemon) {
            options.nimbusDaemon(nimbusDaemon);
            return this;
        }

        /** See {@link #withSimulatedTime(boolean)}. */
        public Builder withSimulatedTime() {
            return withSimulatedTime(true);
        }

        /** Whether {@code org.apache.storm.utils.Time} stands still unless it is advanced. */
        public Builder withSimulatedTime(boolean simulateTime) {
            options.simulatedTime(simulateTime);
            return this;
        }

        /** Whether tuples are counted, under an id of the process; null means no. */
        public Builder withTracked(String trackId) {
            options.trackId(trackId);
            return this;
        }

        /** Has tuples counted, under a random id. */
        public Builder withTracked() {
            return withTracked(Utils.uuid());
        }

        /**
         * The cluster.
         *
         * @throws Exception never; Storm declares it
         */
        public LocalCluster build() throws Exception {
            return new LocalCluster(options);
        }
    }

    /** A submitted topology that is killed, at once, when it is closed. */
    public class LocalTopology extends StormTopology implements ILocalTopology {
        private static final long serialVersionUID = 6145919776650637748L;
        private final String topoName;

        /**
         * @param topoName as submitted
         * @param topo copied
         */
        public LocalTopology(String topoName, StormTopology topo) {
            super(topo);
            this.topoName = topoName;
        }

        /** Does not wait until the topology is over; does nothing if it is. */
        @Override
        public void close() throws TException {
            try {
                killTopologyWithOpts(topoName, KILL_NOW);
            } catch (NotAliveException e) {
                // Topologies end faster here than on Storm, so an earlier kill may have been done.
            }
        }
    }
}
