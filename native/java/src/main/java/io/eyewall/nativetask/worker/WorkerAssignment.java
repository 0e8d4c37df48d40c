package io.eyewall.nativetask.worker;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.Assignment;
import org.apache.storm.generated.NodeInfo;

/** An assignment of Storm's scheduler from the view of one worker. Immutable. */
final class WorkerAssignment {
    private final Assignment assignment;
    private final WorkerPlace place;

    WorkerAssignment(Assignment assignment, WorkerPlace place) {
        this.assignment = assignment;
        this.place = place;
    }

    /** Returns the worker's executors, each as its first and last task. */
    Set<List<Long>> executors() {
        Set<List<Long>> ownExecutors = new HashSet<>();
        assignment
                .get_executor_node_port()
                .forEach(
                        (executor, info) -> {
                            if (isOwn(info)) {
                                ownExecutors.add(executor);
                            }
                        });
        return ownExecutors;
    }

    private boolean isOwn(NodeInfo info) {
        return info.get_node().equals(place.node()) && port(info) == place.port();
    }

    private static int port(NodeInfo info) {
        return info.get_port().iterator().next().intValue();
    }

    /**
     * Returns the plan lines with the addresses of other workers' tasks.
     *
     * @param receivers the tasks that this worker sends to
     */
    String placeLines(Set<Integer> receivers) {
        Map<String, List<Integer>> tasksByAddress = new TreeMap<>();
        Map<Integer, NodeInfo> nodes =
                StormCommon.taskToNodeport(assignment.get_executor_node_port());
        nodes.forEach(
                (task, info) -> {
                    String host = assignment.get_node_host().get(info.get_node());
                    if (host != null && receivers.contains(task) && !isOwn(info)) {
                        tasksByAddress
                                .computeIfAbsent(
                                        host + "\t" + port(info), each -> new ArrayList<>())
                                .add(task);
                    }
                });
        WorkerLines lines = new WorkerLines();
        tasksByAddress.forEach(
                (address, tasks) -> {
                    List<String> words = WorkerLines.parse(address);
                    lines.add(
                            "place", words.get(0), words.get(1), WorkerLines.commaSeparated(tasks));
                });
        return lines.add("placed").toString();
    }
}
