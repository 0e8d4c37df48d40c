package io.eyewall.local;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.cluster.IStormClusterState;
import org.apache.storm.generated.Assignment;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.NimbusSummary;
import org.apache.storm.generated.NodeInfo;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.jspecify.annotations.Nullable;

/**
 * The part of a cluster's state that can be read as if it were in ZooKeeper (Storm:
 * cluster/IStormClusterState.java): topologies, the places of their executors, and their errors.
 * The public methods here are the methods of the interface that are supported; nothing can be
 * written, and callbacks are never called. Any thread may call.
 */
public final class ClusterStateView {
    private final LocalNimbus nimbus;

    private ClusterStateView(LocalNimbus nimbus) {
        this.nimbus = nimbus;
    }

    /** Returns the state of a cluster; unsupported methods throw UnsupportedOperationException. */
    public static IStormClusterState asClusterState(LocalNimbus nimbus) {
        ClusterStateView view = new ClusterStateView(nimbus);
        return (IStormClusterState)
                Proxy.newProxyInstance(
                        ClusterStateView.class.getClassLoader(),
                        new Class<?>[] {IStormClusterState.class},
                        (proxy, method, arguments) -> view.invoke(method, arguments));
    }

    private @Nullable Object invoke(Method method, Object @Nullable [] arguments) throws Throwable {
        Method supported;
        try {
            supported =
                    ClusterStateView.class.getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            throw new UnsupportedOperationException(
                    "IStormClusterState."
                            + method.getName()
                            + " is not supported by Eyewall: there is no ZooKeeper; ask the"
                            + " LocalCluster itself",
                    e);
        }
        try {
            return supported.invoke(this, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Returns the id of a topology that is not over. */
    public Optional<String> getTopoId(String name) {
        return nimbus.getTopologySummaries().stream()
                .filter(topology -> topology.get_name().equals(name))
                .map(TopologySummary::get_id)
                .findFirst();
    }

    /** Returns the ids of the topologies that are not over. */
    public List<String> activeStorms() {
        return nimbus.getTopologySummaries().stream().map(TopologySummary::get_id).toList();
    }

    /**
     * Returns the same as {@link #activeStorms}: every running topology is assigned.
     *
     * @param callback never called
     */
    public List<String> assignments(@Nullable Runnable callback) {
        return activeStorms();
    }

    /**
     * Returns the places of a topology's executors, by their first and last task; null if the
     * topology is over.
     *
     * @param callback never called
     */
    public @Nullable Assignment assignmentInfo(String topologyId, @Nullable Runnable callback) {
        TopologyInfo info = findInfo(topologyId);
        if (info == null) {
            return null;
        }
        Submission submission = nimbus.submissions.findById(topologyId);
        int startSecs = submission == null ? 0 : submission.topology().launchTimeSecs();
        Assignment assignment = new Assignment("");
        Map<List<Long>, NodeInfo> nodes = new HashMap<>();
        Map<List<Long>, Long> starts = new HashMap<>();
        Map<String, String> hosts = new HashMap<>();
        for (ExecutorSummary executor : info.get_executors()) {
            List<Long> tasks =
                    List.of(
                            (long) executor.get_executor_info().get_task_start(),
                            (long) executor.get_executor_info().get_task_end());
            String host = executor.get_host();
            nodes.put(tasks, new NodeInfo(host, java.util.Set.of((long) executor.get_port())));
            starts.put(tasks, (long) startSecs);
            hosts.put(host, host);
        }
        assignment.set_executor_node_port(nodes);
        assignment.set_executor_start_time_secs(starts);
        assignment.set_node_host(hosts);
        return assignment;
    }

    /** Returns the same as {@link #assignmentInfo}. */
    public @Nullable Assignment remoteAssignmentInfo(
            String topologyId, @Nullable Runnable callback) {
        return assignmentInfo(topologyId, callback);
    }

    /** Returns the assignments of all topologies that are not over, by id. */
    public Map<String, Assignment> assignmentsInfo() {
        Map<String, Assignment> assignments = new HashMap<>();
        for (String id : activeStorms()) {
            Assignment assignment = assignmentInfo(id, null);
            if (assignment != null) {
                assignments.put(id, assignment);
            }
        }
        return assignments;
    }

    /** Returns the errors of a component, newest first. */
    public List<ErrorInfo> errors(String topologyId, String componentId) {
        TopologyInfo info = findInfo(topologyId);
        return info == null ? List.of() : info.get_errors().getOrDefault(componentId, List.of());
    }

    /** Returns the newest error of a component, or null. */
    public @Nullable ErrorInfo lastError(String topologyId, String componentId) {
        List<ErrorInfo> errors = errors(topologyId, componentId);
        return errors.isEmpty() ? null : errors.get(0);
    }

    /** Returns this process as the only Nimbus. */
    public List<NimbusSummary> nimbuses() {
        return List.of(nimbus.getLeader());
    }

    /** Does nothing: there is no connection. */
    public void disconnect() {}

    private @Nullable TopologyInfo findInfo(String topologyId) {
        try {
            return nimbus.getTopologyInfo(topologyId);
        } catch (NotAliveException e) {
            return null;
        }
    }
}
