package io.eyewall.plugin.scheduler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.DefaultScheduler;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.Topologies;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;

/**
 * Runs Storm's own scheduler for some topologies only. Storm's scheduler handles all topologies
 * with fewer workers than requested, including those that a plan has put on fewer nodes (Storm:
 * EvenScheduler.java, {@code scheduleTopologiesEvenly}). It therefore gets a copy of the cluster in
 * which only the given topologies need scheduling. It does not know switches: nodes at switches are
 * blacklisted in that copy, unless some topology finds no other slot. Stateless.
 */
final class StormFallback {
    private StormFallback() {}

    private static final class Part extends Cluster {
        private final Predicate<TopologyDetails> needs;
        private final boolean atSwitches;

        /**
         * @param atSwitches whether nodes at switches may be used
         */
        Part(Cluster whole, Predicate<TopologyDetails> needs, boolean atSwitches) {
            super(whole);
            this.needs = needs;
            this.atSwitches = atSwitches;
        }

        @Override
        public boolean isBlackListed(String supervisorId) {
            SupervisorDetails supervisor = getSupervisorById(supervisorId);
            return super.isBlackListed(supervisorId)
                    || (!atSwitches && supervisor != null && ViewReader.isBox(supervisor));
        }

        @Override
        public boolean needsScheduling(TopologyDetails topology) {
            return needs.test(topology);
        }
    }

    /**
     * Places the executors of topologies by Storm's scheduler.
     *
     * @param needs selects the topologies
     */
    static void run(Topologies topologies, Cluster cluster, Predicate<TopologyDetails> needs) {
        List<TopologyDetails> placed = new ArrayList<>();
        for (TopologyDetails topology : topologies) {
            if (needs.test(topology)) {
                placed.add(topology);
            }
        }
        if (placed.isEmpty()) {
            return;
        }
        Part part = new Part(cluster, needs, false);
        DefaultScheduler.defaultSchedule(topologies, part);
        if (placed.stream().anyMatch(part::needsSchedulingRas)) {
            part = withSwitches(topologies, part);
        }
        moveTo(cluster, part, placed);
    }

    /**
     * Places the remaining topologies on nodes at switches as well, because there was no other
     * slot.
     */
    private static Part withSwitches(Topologies topologies, Part before) {
        Part part =
                new Part(
                        before,
                        topology ->
                                before.needs.test(topology) && before.needsSchedulingRas(topology),
                        true);
        DefaultScheduler.defaultSchedule(topologies, part);
        return part;
    }

    private static void moveTo(Cluster cluster, Cluster part, List<TopologyDetails> placed) {
        placed.removeIf(topology -> slots(part, topology).equals(slots(cluster, topology)));
        placed.forEach(topology -> cluster.unassign(topology.getId()));
        for (TopologyDetails topology : placed) {
            SchedulerAssignment assignment = part.getAssignmentById(topology.getId());
            if (assignment != null) {
                cluster.assign(assignment, false);
                Status.set(cluster, topology.getId(), "Placed by Storm's own scheduler");
            }
        }
    }

    private static Map<ExecutorDetails, WorkerSlot> slots(
            Cluster cluster, TopologyDetails topology) {
        SchedulerAssignment assignment = cluster.getAssignmentById(topology.getId());
        return assignment == null ? Map.of() : new HashMap<>(assignment.getExecutorToSlot());
    }
}
