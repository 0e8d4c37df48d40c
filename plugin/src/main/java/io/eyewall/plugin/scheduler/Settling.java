package io.eyewall.plugin.scheduler;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.WorkerSlot;
import org.jspecify.annotations.Nullable;

/**
 * Since when each topology is where it is. Plans leave those alone that have just been placed: a
 * supervisor that ends a worker which has not written down its process number yet takes it for
 * dead, and it goes on beside the next one (Storm: Container.java, {@code getAllPids}). What was
 * placed before this Nimbus is taken for settled. For Nimbus' thread.
 */
final class Settling {
    private final long settleMs;
    private final Map<String, Seen> seen = new HashMap<>();

    private record Seen(Map<ExecutorDetails, WorkerSlot> slots, long sinceMs) {}

    Settling(long settleMs) {
        this.settleMs = settleMs;
    }

    /** Whether a topology has been where it is for long enough. */
    boolean isSettled(String topologyId, long nowMs) {
        Seen last = seen.get(topologyId);
        return last == null || nowMs - last.sinceMs() >= settleMs;
    }

    /** A round begins or is over: this is how all are placed. */
    void see(Cluster cluster, Set<String> topologyIds, long nowMs, boolean begins) {
        seen.keySet().retainAll(topologyIds);
        for (String id : topologyIds) {
            SchedulerAssignment assignment = cluster.getAssignmentById(id);
            if (assignment != null && !assignment.getExecutorToSlot().isEmpty()) {
                see(id, assignment.getExecutorToSlot(), begins ? null : nowMs, nowMs);
            }
        }
    }

    private void see(
            String id,
            Map<ExecutorDetails, WorkerSlot> slots,
            @Nullable Long changedMs,
            long nowMs) {
        Seen last = seen.get(id);
        if (last == null || !last.slots().equals(slots)) {
            boolean before = last == null && changedMs == null;
            long sinceMs = before ? nowMs - settleMs : nowMs;
            seen.put(id, new Seen(new HashMap<>(slots), sinceMs));
        }
    }
}
