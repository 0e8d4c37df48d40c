package io.eyewall.plugin.scheduler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.EvenScheduler;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;

/**
 * Places executors whose load is not known yet: as evenly as Storm's default, but with one worker
 * per node (T-Storm, section IV-C), on as many nodes as the user requested workers, if that many
 * have a free slot. Running executors stay where they are, unless their workers are the only places
 * left. For Nimbus' thread.
 */
final class InitialAssignment {
    private final Cluster cluster;
    private final TopologyDetails topology;
    private final TopologyRules rules;

    /** The executors of each slot, current and new ones. */
    private final Map<WorkerSlot, List<ExecutorDetails>> slots = new LinkedHashMap<>();

    InitialAssignment(Cluster cluster, TopologyDetails topology, TopologyRules rules) {
        this.cluster = cluster;
        this.topology = topology;
        this.rules = rules;
    }

    /**
     * Places the executors without a place.
     *
     * @return whether all executors have a place now
     */
    boolean run() {
        Map<WorkerSlot, Set<ExecutorDetails>> before = new HashMap<>();
        SchedulerAssignment assignment = cluster.getAssignmentById(topology.getId());
        if (assignment != null) {
            new TreeMap<>(byText(assignment.getSlotToExecutors().keySet()))
                    .values()
                    .forEach(
                            slot -> {
                                Set<ExecutorDetails> there =
                                        Set.copyOf(assignment.getSlotToExecutors().get(slot));
                                before.put(slot, there);
                                slots.put(slot, new ArrayList<>(there));
                            });
        }
        List<ExecutorDetails> homeless =
                cluster.getUnassignedExecutors(topology).stream()
                        .sorted(Comparator.comparingInt(ExecutorDetails::getStartTask))
                        .toList();
        List<WorkerSlot> open = freshSlots();
        if (open.isEmpty()) {
            open = new ArrayList<>(slots.keySet());
        }
        if (open.isEmpty()) {
            Status.set(cluster, topology.getId(), "No free slot, and no worker: waiting");
            return false;
        }
        open.forEach(slot -> slots.computeIfAbsent(slot, s -> new ArrayList<>()));
        for (int i = 0; i < homeless.size(); i++) {
            slots.getOrDefault(slotFor(homeless.get(i), open, i), new ArrayList<>())
                    .add(homeless.get(i));
        }
        assign(before);
        return true;
    }

    private static Map<String, WorkerSlot> byText(Set<WorkerSlot> all) {
        Map<String, WorkerSlot> sorted = new HashMap<>();
        all.forEach(slot -> sorted.put(slot.getNodeId() + ":" + slot.getPort(), slot));
        return sorted;
    }

    /**
     * Returns at most one slot per node that the topology does not use yet: nodes with the most
     * free slots first, and nodes at switches last, because some executors may be restricted to
     * them.
     */
    private List<WorkerSlot> freshSlots() {
        Set<String> nodes = new HashSet<>();
        slots.keySet().forEach(slot -> nodes.add(slot.getNodeId()));
        int wanted = Math.max(1, topology.getNumWorkers() - slots.size());
        List<WorkerSlot> sorted = EvenScheduler.sortSlots(cluster.getAvailableSlots());
        List<WorkerSlot> all = new ArrayList<>(sorted == null ? List.of() : sorted);
        all.sort(Comparator.comparing(this::isAtSwitch));
        List<WorkerSlot> fresh = new ArrayList<>();
        for (WorkerSlot slot : all) {
            if (fresh.size() < wanted && nodes.add(slot.getNodeId())) {
                fresh.add(slot);
            }
        }
        return fresh;
    }

    /**
     * Returns the slot whose turn it is, or the next one that breaks no rule, or else the one that
     * breaks the fewest.
     */
    private WorkerSlot slotFor(ExecutorDetails executor, List<WorkerSlot> open, int turn) {
        WorkerSlot best = open.get(turn % open.size());
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < open.size() && fewest > 0; i++) {
            WorkerSlot slot = open.get((turn + i) % open.size());
            int broken = broken(executor, slot);
            if (broken < fewest) {
                best = slot;
                fewest = broken;
            }
        }
        return best;
    }

    private boolean isAtSwitch(WorkerSlot slot) {
        SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
        return supervisor != null && ViewReader.isBox(supervisor);
    }

    /**
     * Returns the weighted number of rules that a slot would break. A pin counts most. Least counts
     * an executor at a switch that need not be there, because the benefit is unknown until loads
     * are.
     */
    private int broken(ExecutorDetails executor, WorkerSlot slot) {
        String component = component(executor);
        Set<String> there = new HashSet<>();
        int same = 1;
        for (ExecutorDetails other : slots.getOrDefault(slot, List.of())) {
            there.add(component(other));
            same += component(other).equals(component) ? 1 : 0;
        }
        SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
        boolean onHost =
                supervisor != null && rules.mayRunOn(component, ViewReader.host(supervisor));
        boolean atSwitch = isAtSwitch(slot);
        boolean mayBe = !atSwitch || rules.mayRunInNetwork(component, ViewReader.host(supervisor));
        return (onHost && mayBe ? 0 : 8)
                + (rules.isIncompatible(component, there) ? 4 : 0)
                + (same > rules.mostPerNode(component) ? 2 : 0)
                + (atSwitch ? 1 : 0);
    }

    private String component(ExecutorDetails executor) {
        return topology.getExecutorToComponent().getOrDefault(executor, "");
    }

    private void assign(Map<WorkerSlot, Set<ExecutorDetails>> before) {
        for (Map.Entry<WorkerSlot, List<ExecutorDetails>> entry : slots.entrySet()) {
            WorkerSlot slot = entry.getKey();
            Set<ExecutorDetails> now = new HashSet<>(entry.getValue());
            if (now.isEmpty() || now.equals(before.get(slot))) {
                continue;
            }
            WorkerSlot chosen = slot;
            if (before.containsKey(slot)) {
                chosen = freeBeside(slot);
                cluster.freeSlot(slot);
            }
            cluster.assign(chosen, topology.getId(), now);
        }
        Status.set(
                cluster,
                topology.getId(),
                "Initial assignment; plans begin when its load is known");
    }

    /**
     * Returns a free slot on the same node for a worker that changes, so that it starts while the
     * old one still runs.
     */
    private WorkerSlot freeBeside(WorkerSlot slot) {
        SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
        return supervisor == null
                ? slot
                : cluster.getAvailableSlots(supervisor).stream()
                        .min(Comparator.comparingInt(WorkerSlot::getPort))
                        .orElse(slot);
    }
}
