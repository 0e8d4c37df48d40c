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
 * have a free slot. Running executors stay where they are, unless no other slot is left and their
 * workers must take the new executors, too. For Nimbus' thread.
 */
final class InitialAssignment {
    // Each penalty is greater than the sum of those below it.
    private static final int FORBIDDEN_PENALTY = 8;
    private static final int INCOMPATIBLE_PENALTY = 4;
    private static final int TOO_MANY_PENALTY = 2;
    private static final int SWITCH_PENALTY = 1;

    private final Cluster cluster;
    private final TopologyDetails topology;
    private final TopologyRules rules;

    /** The executors of each slot: those that run there already and those placed here. */
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
    boolean placeUnplaced() {
        Map<WorkerSlot, Set<ExecutorDetails>> previous = new HashMap<>();
        SchedulerAssignment assignment = cluster.getAssignmentById(topology.getId());
        if (assignment != null) {
            new TreeMap<>(slotsByName(assignment.getSlotToExecutors().keySet()))
                    .values()
                    .forEach(
                            slot -> {
                                Set<ExecutorDetails> running =
                                        Set.copyOf(assignment.getSlotToExecutors().get(slot));
                                previous.put(slot, running);
                                slots.put(slot, new ArrayList<>(running));
                            });
        }
        List<ExecutorDetails> unplaced =
                cluster.getUnassignedExecutors(topology).stream()
                        .sorted(Comparator.comparingInt(ExecutorDetails::getStartTask))
                        .toList();
        List<WorkerSlot> candidates = slotsOnNewNodes();
        if (candidates.isEmpty()) {
            candidates = new ArrayList<>(slots.keySet());
        }
        if (candidates.isEmpty()) {
            Status.set(cluster, topology.getId(), "No free slot, and no worker: waiting");
            return false;
        }
        candidates.forEach(slot -> slots.computeIfAbsent(slot, s -> new ArrayList<>()));
        for (int i = 0; i < unplaced.size(); i++) {
            slots.getOrDefault(slotFor(unplaced.get(i), candidates, i), new ArrayList<>())
                    .add(unplaced.get(i));
        }
        assignChangedSlots(previous);
        return true;
    }

    private static Map<String, WorkerSlot> slotsByName(Set<WorkerSlot> slots) {
        Map<String, WorkerSlot> byName = new HashMap<>();
        slots.forEach(slot -> byName.put(slot.getNodeId() + ":" + slot.getPort(), slot));
        return byName;
    }

    /**
     * Returns at most one slot per node that the topology does not use yet: nodes with the most
     * free slots first, and nodes at switches last, because some executors may be restricted to
     * them.
     */
    private List<WorkerSlot> slotsOnNewNodes() {
        Set<String> nodes = new HashSet<>();
        slots.keySet().forEach(slot -> nodes.add(slot.getNodeId()));
        int missingWorkers = Math.max(1, topology.getNumWorkers() - slots.size());
        List<WorkerSlot> sorted = EvenScheduler.sortSlots(cluster.getAvailableSlots());
        List<WorkerSlot> all = new ArrayList<>(sorted == null ? List.of() : sorted);
        all.sort(Comparator.comparing(this::isAtSwitch));
        List<WorkerSlot> selected = new ArrayList<>();
        for (WorkerSlot slot : all) {
            if (selected.size() < missingWorkers && nodes.add(slot.getNodeId())) {
                selected.add(slot);
            }
        }
        return selected;
    }

    /**
     * Returns the slot whose turn it is, or the next one without a penalty, or else the one with
     * the lowest penalty.
     *
     * @param turn the executor's number, by which executors go to the slots in turn
     */
    private WorkerSlot slotFor(ExecutorDetails executor, List<WorkerSlot> candidates, int turn) {
        WorkerSlot best = candidates.get(turn % candidates.size());
        int lowestPenalty = Integer.MAX_VALUE;
        for (int i = 0; i < candidates.size() && lowestPenalty > 0; i++) {
            WorkerSlot slot = candidates.get((turn + i) % candidates.size());
            int penalty = penalty(executor, slot);
            if (penalty < lowestPenalty) {
                best = slot;
                lowestPenalty = penalty;
            }
        }
        return best;
    }

    private boolean isAtSwitch(WorkerSlot slot) {
        SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
        return supervisor != null && ViewReader.isAtSwitch(supervisor);
    }

    /**
     * Returns the sum of the penalties of the rules that the executor would break in a slot. The
     * highest is for a host that pins or the rules for switches forbid. The lowest is for any node
     * at a switch, because its benefit is unknown until loads are known.
     */
    private int penalty(ExecutorDetails executor, WorkerSlot slot) {
        String component = componentOf(executor);
        Set<String> componentsThere = new HashSet<>();
        int sameComponent = 1;
        for (ExecutorDetails other : slots.getOrDefault(slot, List.of())) {
            componentsThere.add(componentOf(other));
            sameComponent += componentOf(other).equals(component) ? 1 : 0;
        }
        SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
        boolean allowedByPins =
                supervisor != null && rules.mayRunOn(component, ViewReader.host(supervisor));
        boolean atSwitch = isAtSwitch(slot);
        boolean allowedAtSwitch =
                !atSwitch || rules.mayRunInNetwork(component, ViewReader.host(supervisor));
        return (allowedByPins && allowedAtSwitch ? 0 : FORBIDDEN_PENALTY)
                + (rules.isIncompatible(component, componentsThere) ? INCOMPATIBLE_PENALTY : 0)
                + (sameComponent > rules.maxPerNode(component) ? TOO_MANY_PENALTY : 0)
                + (atSwitch ? SWITCH_PENALTY : 0);
    }

    private String componentOf(ExecutorDetails executor) {
        return topology.getExecutorToComponent().getOrDefault(executor, "");
    }

    private void assignChangedSlots(Map<WorkerSlot, Set<ExecutorDetails>> previous) {
        for (Map.Entry<WorkerSlot, List<ExecutorDetails>> entry : slots.entrySet()) {
            WorkerSlot slot = entry.getKey();
            Set<ExecutorDetails> now = new HashSet<>(entry.getValue());
            if (now.isEmpty() || now.equals(previous.get(slot))) {
                continue;
            }
            WorkerSlot chosen = slot;
            if (previous.containsKey(slot)) {
                chosen = freeSlotOnSameNode(slot);
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
    private WorkerSlot freeSlotOnSameNode(WorkerSlot slot) {
        SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
        return supervisor == null
                ? slot
                : cluster.getAvailableSlots(supervisor).stream()
                        .min(Comparator.comparingInt(WorkerSlot::getPort))
                        .orElse(slot);
    }
}
