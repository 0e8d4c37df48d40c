package org.apache.storm;

import io.eyewall.local.Launcher;
import io.eyewall.local.StormConf;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.storm.cluster.IStormClusterState;
import org.apache.storm.daemon.nimbus.Nimbus;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.nimbus.ILeaderElector;
import org.apache.storm.security.auth.IGroupMappingServiceProvider;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.DRPCClient;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/**
 * Eyewall's stand-in for Storm's class of this name: the same calls, answered by one engine in this
 * process, without ZooKeeper, supervisors and workers. While it is open, Storm's own clients
 * ({@code StormSubmitter} and the like) reach it too. Any thread may call.
 *
 * <p>The engine starts with the first topology, with the engine's keys ({@code eyewall.cores} and
 * so on) of its configuration over the cluster's.
 *
 * <p>Not here: supervisors and what mentions classes of storm-server (other than {@link
 * #getNimbus}), simulated time, tracked topologies, the Thrift server, the cluster's state in
 * ZooKeeper. What Storm declares and Eyewall can't do throws {@link UnsupportedOperationException}.
 */
public class LocalCluster extends Nimbus implements ILocalCluster {
    /** For a topology that need not finish what is under way. */
    public static final KillOptions KILL_NOW = new KillOptions();

    static {
        KILL_NOW.set_wait_secs(0);
    }

    private final Map<String, Object> daemonConf;
    private final NimbusClient.LocalOverride nimbusOverride;

    /**
     * An empty cluster with message timeouts on.
     *
     * @throws Exception never; Storm declares it
     */
    public LocalCluster() throws Exception {
        this(new Builder().withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true));
    }

    /**
     * The same with a ZooKeeper, for components that use one and for Trident's coordination state.
     * The cluster itself does not.
     *
     * @throws Exception never; Storm declares it
     */
    public LocalCluster(String zkHost, Long zkPort) throws Exception {
        this(
                new Builder()
                        .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true)
                        .withDaemonConf(Config.STORM_ZOOKEEPER_SERVERS, List.of(zkHost))
                        .withDaemonConf(Config.STORM_ZOOKEEPER_PORT, zkPort));
    }

    private LocalCluster(Builder builder) {
        this(builder.clusterConf());
    }

    private LocalCluster(Map<String, Object> daemonConf) {
        super(daemonConf);
        this.daemonConf = daemonConf;
        nimbusOverride = new NimbusClient.LocalOverride(this);
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
    @SuppressWarnings("try") // opened for what they install
    public static <T> T withLocalModeOverride(
            Callable<T> c, long ttlSec, Map<String, Object> daemonConf) throws Exception {
        // The order of Storm: the cluster, and so what its topologies do, ends last.
        try (LocalCluster cluster = new Builder().withDaemonConf(daemonConf).build();
                LocalDRPC drpc = new LocalDRPC();
                DRPCClient.LocalOverride override = new DRPCClient.LocalOverride(drpc)) {
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
     * @throws Exception what that main threw
     */
    public static void main(String[] args) throws Exception {
        if (args.length < 1) {
            throw new IllegalArgumentException(
                    "no class to run was given; pass its name as the first argument");
        }
        Method main =
                Class.forName(args[0], true, Thread.currentThread().getContextClassLoader())
                        .getMethod("main", String[].class);
        String[] mainArgs = Arrays.copyOfRange(args, 1, args.length);
        withLocalModeOverride(
                () -> main.invoke(null, (Object) mainArgs),
                Long.getLong("storm.local.sleeptime", 20));
        System.exit(0);
    }

    /** This cluster itself. */
    public Nimbus getNimbus() {
        return this;
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
        notifySubmitterHook(topologyName, conf, topology);
        return new LocalTopology(topologyName, topology);
    }

    private void notifySubmitterHook(
            String topologyName, Map<String, Object> conf, StormTopology topology)
            throws TException {
        ISubmitterHook hook =
                (ISubmitterHook)
                        Utils.getConfiguredClass(
                                conf, Config.STORM_TOPOLOGY_SUBMISSION_NOTIFIER_PLUGIN);
        if (hook == null) {
            return;
        }
        try {
            hook.notify(getTopologyInfoByName(topologyName), conf, topology);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                    "topology '" + topologyName + "' runs, but its submitter hook failed", e);
        }
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

    /** The same as {@link #close}. */
    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // Storm's own, which names its successor
    public void shutdown() {
        close();
    }

    /** Kills all topologies, waits until they are over, and ends the engine's threads. */
    @Override
    public void close() {
        try {
            nimbusOverride.close();
        } catch (Exception e) {
            throw new IllegalStateException("Storm's clients could not be released", e);
        }
        Launcher.installed().ifPresent(l -> new NimbusClient.LocalOverride(l.nimbus()));
        super.close();
    }

    /** Not supported: there is no cluster state outside of this object. */
    @Override
    public IStormClusterState getClusterState() {
        throw unsupported("getClusterState", "ask for getTopologyInfo or getClusterInfo");
    }

    /** Not supported: time is real. */
    @Override
    public void advanceClusterTime(int secs) {
        throw unsupported("advanceClusterTime", SIMULATED_TIME);
    }

    /** Not supported: time is real. */
    @Override
    public void advanceClusterTime(int secs, int steps) {
        throw unsupported("advanceClusterTime", SIMULATED_TIME);
    }

    /** Null: a cluster here is never tracked. */
    @Override
    public String getTrackedId() {
        return null;
    }

    /** Not supported: there is no Thrift server. */
    public int getThriftServerPort() {
        throw unsupported("getThriftServerPort", THRIFT_SERVER);
    }

    private static final String SIMULATED_TIME =
            "drive the topology by io.eyewall.testkit.TopologyTestDriver, whose clock is virtual";
    private static final String THRIFT_SERVER =
            "clients of this process reach the cluster without a server";

    private static UnsupportedOperationException unsupported(String call, String remedy) {
        return new UnsupportedOperationException(
                "LocalCluster: " + call + " is not supported by Eyewall: " + remedy);
    }

    /** What a cluster is to be like. Settings that have no meaning in one process are accepted. */
    public static class Builder {
        private final Map<String, Object> daemonConf = new HashMap<>();

        /** No meaning here: there are no supervisors. */
        public Builder withSupervisors(int supervisors) {
            return this;
        }

        /** No meaning here: there are no slots. */
        public Builder withPortsPerSupervisor(int portsPerSupervisor) {
            return this;
        }

        /** No meaning here: there are no ports. */
        public Builder withSupervisorSlotPortMin(Number minPort) {
            return this;
        }

        /**
         * Replaces all that was set so far.
         *
         * @param conf configuration of the cluster, over Storm's; null changes nothing
         */
        public Builder withDaemonConf(Map<String, Object> conf) {
            if (conf != null) {
                daemonConf.clear();
                daemonConf.putAll(conf);
            }
            return this;
        }

        /** Sets one key of the cluster's configuration. */
        public Builder withDaemonConf(String key, Object value) {
            daemonConf.put(key, value);
            return this;
        }

        /** Not supported: nobody asks for authorization in one process. */
        public Builder withGroupMapper(IGroupMappingServiceProvider groupMapper) {
            throw unsupported("withGroupMapper", "leave it out, every call is allowed");
        }

        /** Not supported, see {@link #withNimbusDaemon(Boolean)}. */
        public Builder withNimbusDaemon() {
            return withNimbusDaemon(true);
        }

        /**
         * A Thrift server.
         *
         * @param nimbusDaemon must be false or null
         */
        public Builder withNimbusDaemon(Boolean nimbusDaemon) {
            if (Boolean.TRUE.equals(nimbusDaemon)) {
                throw unsupported("withNimbusDaemon", THRIFT_SERVER);
            }
            return this;
        }

        /** Not supported, see {@link #withSimulatedTime(boolean)}. */
        public Builder withSimulatedTime() {
            return withSimulatedTime(true);
        }

        /**
         * Simulated time.
         *
         * @param simulateTime must be false
         */
        public Builder withSimulatedTime(boolean simulateTime) {
            if (simulateTime) {
                throw unsupported("withSimulatedTime", SIMULATED_TIME);
            }
            return this;
        }

        /** Not supported: there is no state to put elsewhere. */
        public Builder withClusterState(IStormClusterState clusterState) {
            throw unsupported("withClusterState", "leave it out, the state is in the engine");
        }

        /** Not supported: there is one Nimbus. */
        public Builder withLeaderElector(ILeaderElector leaderElector) {
            throw unsupported("withLeaderElector", "leave it out, one process needs no election");
        }

        /** Not supported yet. */
        public Builder withTracked(String trackId) {
            throw unsupported("withTracked", "read the counts in getTopologyInfo instead");
        }

        /** Not supported yet. */
        public Builder withTracked() {
            return withTracked("");
        }

        private static void useUnlessSet(Map<String, Object> conf, String key, String otherKey) {
            if (conf.get(key) == null) {
                conf.put(key, conf.get(otherKey));
            }
        }

        private Map<String, Object> clusterConf() {
            Map<String, Object> conf = StormConf.localMode();
            conf.put(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, false);
            conf.putAll(daemonConf);
            if (daemonConf.containsKey(Config.STORM_ZOOKEEPER_SERVERS)) {
                // As on Storm, where this replaces the cluster's own. One that is only named in
                // storm.yaml is production's, and no place for what is tried out here.
                useUnlessSet(
                        conf,
                        Config.TRANSACTIONAL_ZOOKEEPER_SERVERS,
                        Config.STORM_ZOOKEEPER_SERVERS);
                useUnlessSet(
                        conf, Config.TRANSACTIONAL_ZOOKEEPER_PORT, Config.STORM_ZOOKEEPER_PORT);
            }
            return conf;
        }

        /**
         * The cluster.
         *
         * @throws Exception never; Storm declares it
         */
        public LocalCluster build() throws Exception {
            return new LocalCluster(this);
        }
    }

    /** A submitted topology that is killed, at once, when it is closed. */
    public class LocalTopology extends StormTopology implements ILocalTopology {
        private static final long serialVersionUID = 1L;
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
