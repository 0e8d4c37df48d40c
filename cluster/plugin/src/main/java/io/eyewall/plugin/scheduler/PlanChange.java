package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies a plan to the cluster as far as that is possible now. For Nimbus' thread. */
final class PlanChange {
    private static final Logger LOG = LoggerFactory.getLogger(PlanChange.class);

    /**
     * The last logged reason why a plan was not applied, by topology, so that it is logged once.
     */
    private final Map<String, String> lastRefusals = new HashMap<>();

    /** Notified of each change before it is made. */
    interface Listener {
        void beforeChange(
                String topologyId,
                long plan,
                Map<ExecutorDetails, WorkerSlot> before,
                Map<ExecutorDetails, WorkerSlot> target);
    }

    /**
     * Moves the executors of all topologies whose plan is valid to their planned slots.
     *
     * @param mayMove returns whether a topology may be moved now
     * @param listener called before each change
     */
    void apply(
            Cluster cluster,
            Map<TopologyDetails, TopologyRules> planned,
            ClusterPlan plan,
            Predicate<TopologyDetails> mayMove,
            Listener listener) {
        Map<String, TopologyDetails> byId = new HashMap<>();
        planned.keySet().forEach(topology -> byId.put(topology.getId(), topology));
        lastRefusals.keySet().retainAll(byId.keySet());
        Map<TopologyDetails, PlanCheck> unapplied = new LinkedHashMap<>();
        for (ClusterPlan.Topology each : plan.topologies()) {
            TopologyDetails topology = byId.get(each.id());
            TopologyRules rules = topology == null ? null : planned.get(topology);
            if (topology != null && rules != null) {
                PlanCheck check = new PlanCheck(cluster, topology, rules, each);
                if (isApplied(cluster, topology, check)) {
                    lastRefusals.remove(topology.getId());
                } else if (mayMove.test(topology)) {
                    unapplied.put(topology, check);
                }
            }
        }
        while (changeTopologies(cluster, unapplied, plan, listener)) {
            LOG.debug("plan {}: another round for {}", plan.number(), unapplied.keySet());
        }
        unapplied
                .keySet()
                .forEach(topology -> logRefusal(topology, plan, "other topologies use its slots"));
    }

    private static boolean isApplied(Cluster cluster, TopologyDetails topology, PlanCheck check) {
        return currentSlots(cluster, topology).equals(check.plannedSlots());
    }

    private static Map<WorkerSlot, Set<ExecutorDetails>> currentSlots(
            Cluster cluster, TopologyDetails topology) {
        Map<WorkerSlot, Set<ExecutorDetails>> current = new HashMap<>();
        SchedulerAssignment assignment = cluster.getAssignmentById(topology.getId());
        if (assignment != null) {
            assignment
                    .getExecutorToSlot()
                    .forEach(
                            (executor, slot) ->
                                    current.computeIfAbsent(slot, s -> new HashSet<>())
                                            .add(executor));
        }
        return current;
    }

    /**
     * Changes the topologies whose slots are free. One topology may need a slot that another one
     * frees.
     *
     * @return whether to call this again
     */
    private boolean changeTopologies(
            Cluster cluster,
            Map<TopologyDetails, PlanCheck> unapplied,
            ClusterPlan plan,
            Listener listener) {
        boolean changed = false;
        Iterator<Map.Entry<TopologyDetails, PlanCheck>> entries = unapplied.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<TopologyDetails, PlanCheck> entry = entries.next();
            Optional<String> problem = entry.getValue().problem();
            if (problem.isPresent()) {
                logRefusal(entry.getKey(), plan, problem.get());
                entries.remove();
            } else if (entry.getValue().slotsAreAvailable()) {
                changeTopology(
                        cluster, entry.getKey(), entry.getValue().plannedSlots(), plan, listener);
                entries.remove();
                changed = true;
            }
        }
        return changed && !unapplied.isEmpty();
    }

    /**
     * Changes only slots whose executors differ, because Storm kills the workers of changed slots.
     */
    private void changeTopology(
            Cluster cluster,
            TopologyDetails topology,
            Map<WorkerSlot, Set<ExecutorDetails>> target,
            ClusterPlan plan,
            Listener listener) {
        Map<WorkerSlot, Set<ExecutorDetails>> current = currentSlots(cluster, topology);
        listener.beforeChange(
                topology.getId(), plan.number(), byExecutor(current), byExecutor(target));
        List<WorkerSlot> vacated = new ArrayList<>();
        current.forEach(
                (slot, executors) -> {
                    if (!executors.equals(target.get(slot))) {
                        vacated.add(slot);
                    }
                });
        cluster.freeSlots(vacated);
        int newWorkers = 0;
        for (Map.Entry<WorkerSlot, Set<ExecutorDetails>> entry : target.entrySet()) {
            if (!entry.getValue().equals(current.get(entry.getKey()))) {
                cluster.assign(entry.getKey(), topology.getId(), entry.getValue());
                newWorkers++;
            }
        }
        lastRefusals.remove(topology.getId());
        String status =
                "Plan %d (%s): %d workers, %d of them new"
                        .formatted(plan.number(), plan.algorithm(), target.size(), newWorkers);
        Status.set(cluster, topology.getId(), status);
    }

    private static Map<ExecutorDetails, WorkerSlot> byExecutor(
            Map<WorkerSlot, Set<ExecutorDetails>> bySlot) {
        Map<ExecutorDetails, WorkerSlot> slots = new HashMap<>();
        bySlot.forEach((slot, executors) -> executors.forEach(each -> slots.put(each, slot)));
        return slots;
    }

    private void logRefusal(TopologyDetails topology, ClusterPlan plan, String problem) {
        String logged = plan.number() + ": " + problem;
        if (!logged.equals(lastRefusals.put(topology.getId(), logged))) {
            LOG.warn(
                    "plan {} is not applied to {}: {}; executors keep their places until the next plan",
                    plan.number(),
                    topology.getId(),
                    problem);
        }
    }
}
