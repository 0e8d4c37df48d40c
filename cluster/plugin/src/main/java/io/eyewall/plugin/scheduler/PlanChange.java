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

    /** The last reason why a topology's plan was refused, so that it is logged once. */
    private final Map<String, String> refused = new HashMap<>();

    /** Receives each change before it is made. */
    interface Listener {
        void changed(
                String topologyId,
                long plan,
                Map<ExecutorDetails, WorkerSlot> before,
                Map<ExecutorDetails, WorkerSlot> target);
    }

    /**
     * Moves the executors of all topologies whose plan is valid to their planned slots.
     *
     * @param settled returns whether a topology may be moved now
     * @param listener called before each change
     */
    void apply(
            Cluster cluster,
            Map<TopologyDetails, TopologyRules> planned,
            ClusterPlan plan,
            Predicate<TopologyDetails> settled,
            Listener listener) {
        Map<String, TopologyDetails> byId = new HashMap<>();
        planned.keySet().forEach(topology -> byId.put(topology.getId(), topology));
        refused.keySet().retainAll(byId.keySet());
        Map<TopologyDetails, PlanCheck> waiting = new LinkedHashMap<>();
        for (ClusterPlan.Topology each : plan.topologies()) {
            TopologyDetails topology = byId.get(each.id());
            TopologyRules rules = topology == null ? null : planned.get(topology);
            if (topology != null && rules != null) {
                PlanCheck check = new PlanCheck(cluster, topology, rules, each);
                if (isDone(cluster, topology, check)) {
                    refused.remove(topology.getId());
                } else if (settled.test(topology)) {
                    waiting.put(topology, check);
                }
            }
        }
        while (changeSome(cluster, waiting, plan, listener)) {
            LOG.debug("plan {}: another round for {}", plan.number(), waiting.keySet());
        }
        waiting.keySet()
                .forEach(topology -> refuse(topology, plan, "other topologies use its slots"));
    }

    private static boolean isDone(Cluster cluster, TopologyDetails topology, PlanCheck check) {
        return present(cluster, topology).equals(check.target());
    }

    private static Map<WorkerSlot, Set<ExecutorDetails>> present(
            Cluster cluster, TopologyDetails topology) {
        Map<WorkerSlot, Set<ExecutorDetails>> present = new HashMap<>();
        SchedulerAssignment assignment = cluster.getAssignmentById(topology.getId());
        if (assignment != null) {
            assignment
                    .getExecutorToSlot()
                    .forEach(
                            (executor, slot) ->
                                    present.computeIfAbsent(slot, s -> new HashSet<>())
                                            .add(executor));
        }
        return present;
    }

    /**
     * Changes the topologies whose slots are free; one may need a slot that another frees, so the
     * caller repeats this.
     */
    private boolean changeSome(
            Cluster cluster,
            Map<TopologyDetails, PlanCheck> waiting,
            ClusterPlan plan,
            Listener listener) {
        boolean changed = false;
        Iterator<Map.Entry<TopologyDetails, PlanCheck>> all = waiting.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<TopologyDetails, PlanCheck> entry = all.next();
            Optional<String> problem = entry.getValue().problem();
            if (problem.isPresent()) {
                refuse(entry.getKey(), plan, problem.get());
                all.remove();
            } else if (entry.getValue().hasRoom()) {
                change(cluster, entry.getKey(), entry.getValue().target(), plan, listener);
                all.remove();
                changed = true;
            }
        }
        return changed && !waiting.isEmpty();
    }

    /**
     * Changes only slots whose executors differ, because Storm kills the workers of changed slots.
     */
    private void change(
            Cluster cluster,
            TopologyDetails topology,
            Map<WorkerSlot, Set<ExecutorDetails>> target,
            ClusterPlan plan,
            Listener listener) {
        Map<WorkerSlot, Set<ExecutorDetails>> present = present(cluster, topology);
        listener.changed(topology.getId(), plan.number(), byExecutor(present), byExecutor(target));
        List<WorkerSlot> left = new ArrayList<>();
        present.forEach(
                (slot, executors) -> {
                    if (!executors.equals(target.get(slot))) {
                        left.add(slot);
                    }
                });
        cluster.freeSlots(left);
        int workers = 0;
        for (Map.Entry<WorkerSlot, Set<ExecutorDetails>> entry : target.entrySet()) {
            if (!entry.getValue().equals(present.get(entry.getKey()))) {
                cluster.assign(entry.getKey(), topology.getId(), entry.getValue());
                workers++;
            }
        }
        refused.remove(topology.getId());
        String status =
                "Plan %d (%s): %d workers, %d of them new"
                        .formatted(plan.number(), plan.algorithm(), target.size(), workers);
        Status.set(cluster, topology.getId(), status);
    }

    private static Map<ExecutorDetails, WorkerSlot> byExecutor(
            Map<WorkerSlot, Set<ExecutorDetails>> bySlot) {
        Map<ExecutorDetails, WorkerSlot> slots = new HashMap<>();
        bySlot.forEach((slot, executors) -> executors.forEach(each -> slots.put(each, slot)));
        return slots;
    }

    private void refuse(TopologyDetails topology, ClusterPlan plan, String problem) {
        String logged = plan.number() + ": " + problem;
        if (!logged.equals(refused.put(topology.getId(), logged))) {
            LOG.warn(
                    "plan {} is not done for {}: {}; it stays as it is until the next plan",
                    plan.number(),
                    topology.getId(),
                    problem);
        }
    }
}
