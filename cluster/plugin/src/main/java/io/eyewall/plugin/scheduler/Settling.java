package io.eyewall.plugin.scheduler;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.WorkerSlot;

/**
 * Tracks since when each topology has its current placement. Plans do not change topologies that
 * have just been placed: if a supervisor kills a worker that has not recorded its process id yet,
 * the supervisor considers it dead while the process continues beside the next worker (Storm:
 * Container.java, {@code getAllPids}). Placements from before this Nimbus started count as settled.
 * Used by Nimbus' thread.
 */
final class Settling {
    private final long settleMs;
    private final Map<String, Placement> placements = new HashMap<>();

    private record Placement(Map<ExecutorDetails, WorkerSlot> slots, long sinceMs) {}

    Settling(long settleMs) {
        this.settleMs = settleMs;
    }

    /** Returns whether a topology has had its placement long enough. */
    boolean isSettled(String topologyId, long nowMs) {
        Placement last = placements.get(topologyId);
        return last == null || nowMs - last.sinceMs() >= settleMs;
    }

    /**
     * Records the placements at the beginning of a scheduling round. A topology that is seen for
     * the first time here was placed before this Nimbus started, and counts as settled.
     */
    void beginRound(Cluster cluster, Set<String> topologyIds, long nowMs) {
        updateAll(cluster, topologyIds, nowMs, nowMs - settleMs);
    }

    /**
     * Records the placements at the end of a scheduling round. A topology that is seen for the
     * first time here was placed in this round.
     */
    void endRound(Cluster cluster, Set<String> topologyIds, long nowMs) {
        updateAll(cluster, topologyIds, nowMs, nowMs);
    }

    private void updateAll(
            Cluster cluster, Set<String> topologyIds, long nowMs, long sinceMsIfNew) {
        placements.keySet().retainAll(topologyIds);
        for (String id : topologyIds) {
            SchedulerAssignment assignment = cluster.getAssignmentById(id);
            if (assignment != null && !assignment.getExecutorToSlot().isEmpty()) {
                updateOne(id, assignment.getExecutorToSlot(), nowMs, sinceMsIfNew);
            }
        }
    }

    private void updateOne(
            String id, Map<ExecutorDetails, WorkerSlot> slots, long nowMs, long sinceMsIfNew) {
        Placement last = placements.get(id);
        if (last == null || !last.slots().equals(slots)) {
            long sinceMs = last == null ? sinceMsIfNew : nowMs;
            placements.put(id, new Placement(new HashMap<>(slots), sinceMs));
        }
    }
}
