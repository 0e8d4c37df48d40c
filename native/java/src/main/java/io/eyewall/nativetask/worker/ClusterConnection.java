package io.eyewall.nativetask.worker;

import io.eyewall.nativetask.NativeTaskException;
import java.io.File;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.storm.Constants;
import org.apache.storm.cluster.ClusterStateContext;
import org.apache.storm.cluster.ClusterUtils;
import org.apache.storm.cluster.DaemonType;
import org.apache.storm.cluster.IStateStorage;
import org.apache.storm.cluster.IStormClusterState;
import org.apache.storm.generated.Assignment;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.StormBase;
import org.apache.storm.generated.SupervisorWorkerHeartbeat;
import org.apache.storm.generated.TopologyStatus;
import org.apache.storm.stats.ClientStatsUtil;
import org.apache.storm.utils.ConfigUtils;
import org.apache.storm.utils.LocalState;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.SupervisorClient;
import org.apache.storm.utils.SupervisorIfaceFactory;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's connection to the cluster: sends heartbeats, statistics and errors, and reads
 * assignments and the topology's state, as Storm's {@code Worker} and {@code WorkerState} do.
 */
final class ClusterConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterConnection.class);

    /** Limit of heartbeat files, so that the disk does not fill up while no supervisor runs. */
    private static final int MAX_HEARTBEAT_FILES = 60;

    private final Map<String, Object> conf;
    private final Map<String, Object> topologyConf;
    private final WorkerPlace place;
    private final IStateStorage storage;
    private final IStormClusterState state;
    private final Utils.UptimeComputer uptime = Utils.makeUptimeComputer();

    ClusterConnection(Map<String, Object> conf, Map<String, Object> topologyConf, WorkerPlace place)
            throws Exception {
        this.conf = conf;
        this.topologyConf = topologyConf;
        this.place = place;
        ClusterStateContext context = new ClusterStateContext(DaemonType.WORKER, topologyConf);
        storage = ClusterUtils.mkStateStorage(conf, topologyConf, context);
        state = ClusterUtils.mkStormClusterState(storage, null, context);
    }

    private SupervisorIfaceFactory connectToSupervisor() throws UnknownHostException {
        return SupervisorClient.Builder.withConf(topologyConf)
                .withHostName(Utils.hostname())
                .withPort(place.supervisorPort())
                .createSupervisorClient();
    }

    /** Returns the assignment; empty if there is none because the topology was killed. */
    Optional<WorkerAssignment> readAssignment() {
        Assignment assignment;
        try (SupervisorIfaceFactory supervisor = connectToSupervisor()) {
            assignment = supervisor.getIface().getLocalAssignmentForStorm(place.topologyId());
        } catch (Exception e) {
            LOG.debug("cannot get the assignment from the supervisor; reading ZooKeeper", e);
            assignment = state.remoteAssignmentInfo(place.topologyId(), null);
        }
        return Optional.ofNullable(assignment).map(each -> new WorkerAssignment(each, place));
    }

    /** Returns whether the topology is active, so that spouts are called. */
    boolean isActive() {
        StormBase base = state.stormBase(place.topologyId(), null);
        return base != null && base.get_status() == TopologyStatus.ACTIVE;
    }

    /** Returns the logger levels set for the topology; null if none were set. */
    @Nullable LogConfig logConfig() {
        return state.topologyLogConfig(place.topologyId(), null);
    }

    /**
     * Registers a process of the worker, so that the supervisor can kill it.
     *
     * @param isMainProcess whether it is the worker's main process
     */
    void registerProcess(long pid, boolean isMainProcess) throws IOException {
        Path file = Path.of(ConfigUtils.workerPidPath(conf, place.workerId(), pid));
        if (!Files.exists(file)) {
            Files.createFile(file);
        }
        if (isMainProcess) {
            File artifacts =
                    new File(
                            ConfigUtils.workerArtifactsPidPath(
                                    conf, place.topologyId(), place.port()));
            Files.writeString(artifacts.toPath(), Long.toString(pid));
        }
    }

    /**
     * Sends a heartbeat: a file for the supervisor and, without Pacemaker, through the supervisor
     * to Nimbus.
     */
    void sendHeartbeat(Set<List<Long>> executors) throws IOException {
        List<ExecutorInfo> infos =
                Stream.concat(Stream.of(Constants.SYSTEM_EXECUTOR_ID), executors.stream())
                        .map(
                                each ->
                                        new ExecutorInfo(
                                                each.get(0).intValue(), each.get(1).intValue()))
                        .toList();
        int nowSecs = Time.currentTimeSecs();
        LocalState local = ConfigUtils.workerState(conf, place.workerId());
        local.setWorkerHeartBeat(
                Heartbeats.ofFile(nowSecs, place.topologyId(), infos, place.port()));
        local.cleanup(MAX_HEARTBEAT_FILES);
        if (state.isPacemakerStateStore()) {
            return; // as Storm's Worker: Nimbus reads the heartbeats from Pacemaker
        }
        SupervisorWorkerHeartbeat message =
                Heartbeats.ofMessage(nowSecs, place.topologyId(), infos);
        try (SupervisorIfaceFactory supervisor = connectToSupervisor()) {
            supervisor.getIface().sendSupervisorWorkerHeartbeat(message);
        } catch (Exception e) {
            LOG.debug("cannot send a heartbeat to the supervisor; trying Nimbus", e);
            try (NimbusClient nimbus = NimbusClient.Builder.withConf(topologyConf).build()) {
                nimbus.getClient().sendSupervisorWorkerHeartbeat(message);
            } catch (Exception nimbusFailure) {
                LOG.warn("cannot send a heartbeat to the supervisor or to Nimbus", nimbusFailure);
            }
        }
    }

    /** Writes statistics to ZooKeeper for Storm's UI. */
    void writeStatistics(Map<List<Long>, ExecutorStats> stats) {
        try {
            state.workerHeartbeat(
                    place.topologyId(),
                    place.node(),
                    (long) place.port(),
                    ClientStatsUtil.thriftifyZkWorkerHb(
                            ClientStatsUtil.mkZkWorkerHb(
                                    place.topologyId(),
                                    ClientStatsUtil.convertExecutorZkHbs(stats),
                                    uptime.upTime())));
        } catch (RuntimeException e) {
            LOG.warn("cannot write statistics to ZooKeeper; retrying at the next period", e);
        }
    }

    /** Reports an error to ZooKeeper for Storm's UI. */
    void reportError(String component, String text) {
        NativeTaskException error = new NativeTaskException(text);
        error.setStackTrace(new StackTraceElement[0]); // this stack is not where the error happened
        try {
            state.reportError(
                    place.topologyId(), component, Utils.hostname(), (long) place.port(), error);
        } catch (RuntimeException | UnknownHostException e) {
            LOG.warn("cannot report an error of '{}' to ZooKeeper", component, e);
        }
    }

    /** Removes the worker's heartbeat, since the worker ends regularly, and disconnects. */
    @Override
    public void close() {
        try {
            state.removeWorkerHeartbeat(place.topologyId(), place.node(), (long) place.port());
            state.disconnect();
            storage.close();
        } catch (RuntimeException e) {
            LOG.debug("cannot disconnect from ZooKeeper", e);
        }
    }
}
