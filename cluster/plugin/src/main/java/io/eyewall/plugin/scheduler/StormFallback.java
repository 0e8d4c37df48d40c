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
 * which only the given topologies need scheduling. Storm's scheduler does not know switches: nodes
 * at switches are blacklisted in that copy, unless some topology finds no other slot. Stateless.
 */
final class StormFallback {
    private StormFallback() {}

    /** A copy of the cluster in which only some topologies need scheduling. */
    private static final class PartialCluster extends Cluster {
        private final Predicate<TopologyDetails> selection;
        private final boolean mayUseSwitches;

        /**
         * @param mayUseSwitches whether nodes at switches may be used
         */
        PartialCluster(
                Cluster cluster, Predicate<TopologyDetails> selection, boolean mayUseSwitches) {
            super(cluster);
            this.selection = selection;
            this.mayUseSwitches = mayUseSwitches;
        }

        @Override
        public boolean isBlackListed(String supervisorId) {
            SupervisorDetails supervisor = getSupervisorById(supervisorId);
            return super.isBlackListed(supervisorId)
                    || (!mayUseSwitches && supervisor != null && ViewReader.isAtSwitch(supervisor));
        }

        @Override
        public boolean needsScheduling(TopologyDetails topology) {
            return selection.test(topology);
        }
    }

    /**
     * Places the executors of topologies by Storm's scheduler.
     *
     * @param selection selects the topologies
     */
    static void run(Topologies topologies, Cluster cluster, Predicate<TopologyDetails> selection) {
        List<TopologyDetails> selected = new ArrayList<>();
        for (TopologyDetails topology : topologies) {
            if (selection.test(topology)) {
                selected.add(topology);
            }
        }
        if (selected.isEmpty()) {
            return;
        }
        PartialCluster copy = new PartialCluster(cluster, selection, false);
        DefaultScheduler.defaultSchedule(topologies, copy);
        if (selected.stream().anyMatch(copy::needsSchedulingRas)) {
            copy = scheduleAtSwitches(topologies, copy);
        }
        copyAssignments(cluster, copy, selected);
    }

    /**
     * Places the remaining topologies on nodes at switches as well, because there was no other
     * slot.
     */
    private static PartialCluster scheduleAtSwitches(
            Topologies topologies, PartialCluster previous) {
        PartialCluster copy =
                new PartialCluster(
                        previous,
                        topology ->
                                previous.selection.test(topology)
                                        && previous.needsSchedulingRas(topology),
                        true);
        DefaultScheduler.defaultSchedule(topologies, copy);
        return copy;
    }

    /** Copies the assignments of topologies from the partial cluster, as far as they differ. */
    private static void copyAssignments(
            Cluster cluster, Cluster copy, List<TopologyDetails> selected) {
        selected.removeIf(
                topology ->
                        slotsByExecutor(copy, topology).equals(slotsByExecutor(cluster, topology)));
        selected.forEach(topology -> cluster.unassign(topology.getId()));
        for (TopologyDetails topology : selected) {
            SchedulerAssignment assignment = copy.getAssignmentById(topology.getId());
            if (assignment != null) {
                cluster.assign(assignment, false);
                Status.set(cluster, topology.getId(), "Placed by Storm's own scheduler");
            }
        }
    }

    private static Map<ExecutorDetails, WorkerSlot> slotsByExecutor(
            Cluster cluster, TopologyDetails topology) {
        SchedulerAssignment assignment = cluster.getAssignmentById(topology.getId());
        return assignment == null ? Map.of() : new HashMap<>(assignment.getExecutorToSlot());
    }
}
