package org.apache.storm;

import io.eyewall.local.ClientAccess;
import io.eyewall.local.ClusterOptions;
import io.eyewall.local.ClusterStateView;
import io.eyewall.local.LocalModeMain;
import io.eyewall.local.SubmittedConf;
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
 * Replaces Storm's class of this name: the same methods, but topologies run on one engine in this
 * process, without ZooKeeper, supervisors and workers. While a cluster is open, Storm's own clients
 * ({@code StormSubmitter} and the like) reach it, too. Any thread may call.
 *
 * <p>The engine starts with the first topology, whose configuration (over the cluster's) sets the
 * engine's keys, such as {@code eyewall.cores}. If a cluster is built with {@link
 * Builder#withSimulatedTime()}, or while {@code org.apache.storm.utils.Time} is simulated
 * otherwise, the engine uses that time for everything that is due later: ticks, message timeouts,
 * sleeping spouts, the end of a killed topology. A tracked cluster ({@link Builder#withTracked()})
 * counts the tuples that it transfers and processes, and has one core.
 *
 * <p>Supervisors and their slots are only reported. Methods of Storm that Eyewall does not support
 * throw {@link UnsupportedOperationException}.
 */
public class LocalCluster extends ClusterControls implements ILocalClusterTrackedTopologyAware {
    /** Options for killing a topology without waiting for pending tuples. */
    public static final KillOptions KILL_NOW = new KillOptions();

    static {
        KILL_NOW.set_wait_secs(0);
    }

    private final Map<String, Object> daemonConf;
    private final Time.SimulatedTime time;
    private final StormMetricsRegistry metricRegistry = new StormMetricsRegistry();
    private final IStormClusterState clusterState = ClusterStateView.asClusterState(this);
    private final ClientAccess clients;

    /**
     * Creates an empty cluster with message timeouts on.
     *
     * @throws Exception never; Storm declares it
     */
    public LocalCluster() throws Exception {
        this(builderWithTimeouts().options);
    }

    /**
     * Creates an empty cluster with message timeouts on, and a ZooKeeper for components that use
     * one and for Trident's coordination state. The cluster itself does not use it.
     *
     * @throws Exception never; Storm declares it
     */
    public LocalCluster(String zkHost, Long zkPort) throws Exception {
        this(
                builderWithTimeouts()
                        .withDaemonConf(Config.STORM_ZOOKEEPER_SERVERS, List.of(zkHost))
                        .withDaemonConf(Config.STORM_ZOOKEEPER_PORT, zkPort)
                        .options);
    }

    private static Builder builderWithTimeouts() {
        return new Builder().withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true);
    }

    private LocalCluster(ClusterOptions options) {
        this(options, options.simulatedTime() ? new Time.SimulatedTime() : null);
    }

    /**
     * Called after the simulation of time has begun, if it is requested, so that the cluster uses
     * simulated time from the start.
     */
    private LocalCluster(ClusterOptions options, Time.SimulatedTime time) {
        super(options);
        this.time = time;
        daemonConf = options.clusterConf();
        clients = ClientAccess.open(this, options.nimbusDaemon(), daemonConf);
    }

    /**
     * Runs an action while Storm's clients reach a new cluster and a {@link LocalDRPC}.
     *
     * @param c the action
     * @param ttlSec seconds that the cluster runs on after the action
     * @return the action's result
     * @throws Exception the action's exception
     */
    public static <T> T withLocalModeOverride(Callable<T> c, long ttlSec) throws Exception {
        return withLocalModeOverride(c, ttlSec, null);
    }

    /**
     * Runs an action like {@link #withLocalModeOverride(Callable, long)}, with a configuration of
     * the cluster.
     *
     * @param daemonConf may be null
     * @throws Exception the action's exception
     */
    @SuppressWarnings("try") // drpcOverride is not used, but has its effect while open
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
     * Runs the main method of another class on a cluster, which runs on for 20 seconds, or the
     * number of seconds in the system property {@code storm.local.sleeptime}; then ends the
     * process, as Storm does.
     *
     * @param args class name, then its arguments
     * @throws Exception the exception of the main method, wrapped
     */
    public static void main(String[] args) throws Exception {
        LocalModeMain.parse(args).runOnCluster();
        System.exit(0);
    }

    /** Returns this cluster itself. */
    public Nimbus getNimbus() {
        return this;
    }

    /** Returns the registry of this cluster's daemon metrics; nothing reports them. */
    public StormMetricsRegistry getMetricRegistry() {
        return metricRegistry;
    }

    /** Returns a copy of the configuration that topologies' configurations override. */
    public Map<String, Object> getDaemonConf() {
        return new HashMap<>(daemonConf);
    }

    @Override
    public LocalTopology submitTopology(
            String topologyName, Map<String, Object> conf, StormTopology topology)
            throws TException {
        submitTopologyWithOpts(
                topologyName, conf, topology, new SubmitOptions(TopologyInitialStatus.ACTIVE));
        SubmitterHook.notifyHook(this, topologyName, conf, topology);
        return new LocalTopology(topologyName, topology);
    }

    @Override
    public LocalTopology submitTopology(
            String topologyName, Map<String, Object> conf, TrackedTopology topology)
            throws TException {
        return submitTopology(topologyName, conf, topology.getTopology());
    }

    /**
     * Submits a topology for Storm's submitter, which then notifies the submitter hook a second
     * time.
     */
    @Override
    public void submitTopology(
            String name, String uploadedJarLocation, String jsonConf, StormTopology topology)
            throws TException {
        Map<String, Object> conf = SubmittedConf.parse(jsonConf);
        startWithParsedConf(name, conf, topology, new SubmitOptions(TopologyInitialStatus.ACTIVE));
        SubmitterHook.notifyHook(this, name, conf, topology);
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

    /** Closes the cluster like {@link #close}. */
    @Override
    @Deprecated
    @SuppressWarnings(
            "InlineMeSuggester") // Storm's interface deprecates it and names its successor
    public void shutdown() {
        close();
    }

    @Override
    protected void closeOnce() {
        try {
            clients.stopDirectCalls();
            super.closeOnce();
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

    /** Returns the id of a tracked cluster; null if the cluster is not tracked. */
    @Override
    public String getTrackedId() {
        return super.getTrackedId();
    }

    /**
     * Returns the port of the Thrift server.
     *
     * @throws IllegalStateException if the cluster has no Thrift server
     */
    public int getThriftServerPort() {
        return clients.port();
    }

    /**
     * Builds a cluster. For parts of Storm's cluster that don't exist here, only null is accepted,
     * which requests no replacement.
     */
    public static class Builder {
        private final ClusterOptions options = new ClusterOptions();

        /** Sets the number of supervisors that are reported; the default is two. */
        public Builder withSupervisors(int supervisors) {
            options.supervisors(supervisors);
            return this;
        }

        /** Sets the number of slots that are reported for each supervisor; the default is three. */
        public Builder withPortsPerSupervisor(int portsPerSupervisor) {
            options.portsPerSupervisor(portsPerSupervisor);
            return this;
        }

        /** Has no effect: supervisors have no ports here. */
        public Builder withSupervisorSlotPortMin(Number minPort) {
            options.slotPortMin(minPort);
            return this;
        }

        /**
         * Sets the cluster's configuration, over Storm's. Replaces all keys that were set before;
         * null changes nothing.
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

        /** The argument must be null: there are no workers to schedule. */
        public Builder withINimbus(INimbus inimbus) {
            return rejectReplacement("withINimbus", inimbus);
        }

        /** The argument must be null: calls in one process are not authorized. */
        public Builder withGroupMapper(IGroupMappingServiceProvider groupMapper) {
            return rejectReplacement("withGroupMapper", groupMapper);
        }

        /** The argument must be null: {@link LocalCluster} is its own Nimbus. */
        public Builder withNimbusWrapper(UnaryOperator<Nimbus> nimbusWrapper) {
            return rejectReplacement("withNimbusWrapper", nimbusWrapper);
        }

        /** Sets the blob store; null to let the cluster store blobs in files. */
        public Builder withBlobStore(BlobStore store) {
            options.blobStore(store);
            return this;
        }

        /** The argument must be null: there is no cache. */
        public Builder withTopoCache(TopoCache topoCache) {
            return rejectReplacement("withTopoCache", topoCache);
        }

        /** The argument must be null: the engine has the state. */
        public Builder withClusterState(IStormClusterState clusterState) {
            return rejectReplacement("withClusterState", clusterState);
        }

        /** The argument must be null: there is one Nimbus. */
        public Builder withLeaderElector(ILeaderElector leaderElector) {
            return rejectReplacement("withLeaderElector", leaderElector);
        }

        private Builder rejectReplacement(String builderMethod, Object part) {
            options.rejectReplacement(builderMethod, part);
            return this;
        }

        /** Lets Storm's clients reach the cluster through a Thrift server. */
        public Builder withNimbusDaemon() {
            return withNimbusDaemon(true);
        }

        /**
         * Sets whether Storm's clients reach the cluster through a Thrift server; null means no.
         */
        public Builder withNimbusDaemon(Boolean nimbusDaemon) {
            options.nimbusDaemon(nimbusDaemon);
            return this;
        }

        /** Simulates time, see {@link #withSimulatedTime(boolean)}. */
        public Builder withSimulatedTime() {
            return withSimulatedTime(true);
        }

        /**
         * Sets whether time is simulated: {@code org.apache.storm.utils.Time} then stands still
         * unless it is advanced.
         */
        public Builder withSimulatedTime(boolean simulateTime) {
            options.simulatedTime(simulateTime);
            return this;
        }

        /**
         * Sets the id, unique in the process, under which tuples are counted; null to count
         * nothing.
         */
        public Builder withTracked(String trackId) {
            options.trackId(trackId);
            return this;
        }

        /** Counts tuples under a random id. */
        public Builder withTracked() {
            return withTracked(Utils.uuid());
        }

        /**
         * Builds the cluster.
         *
         * @throws Exception never; Storm declares it
         */
        public LocalCluster build() throws Exception {
            return new LocalCluster(options);
        }
    }

    /**
     * A submitted topology, which is killed without waiting for pending tuples when it is closed.
     */
    public class LocalTopology extends StormTopology implements ILocalTopology {
        private static final long serialVersionUID = 6145919776650637748L;
        private final String topoName;

        /**
         * @param topoName the topology's name, as submitted
         * @param topo the topology, which is copied
         */
        public LocalTopology(String topoName, StormTopology topo) {
            super(topo);
            this.topoName = topoName;
        }

        /** Kills the topology, without waiting for its end; does nothing if it is over. */
        @Override
        public void close() throws TException {
            try {
                killTopologyWithOpts(topoName, KILL_NOW);
            } catch (NotAliveException e) {
                // Topologies end faster here than on Storm, so an earlier kill may be complete
                // already.
            }
        }
    }
}
