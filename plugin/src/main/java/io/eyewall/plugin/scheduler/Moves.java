package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterView;
import io.eyewall.plugin.worker.Handover;
import io.eyewall.plugin.worker.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.WorkerSlot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves of topologies that are under way: from the change of an assignment until all workers work
 * by it. While new workers start, those that leave work on, and wait for them without a limit. A
 * move whose new workers are not ready in time is withdrawn here: the assignment before stands
 * again, and whoever served it goes on. Plans don't change a topology that is being moved, and
 * don't repeat what was withdrawn.
 *
 * <p>A Nimbus that has just become the leader knows no moves; those that are under way end by
 * themselves, when the new workers are ready. For Nimbus' thread.
 */
final class Moves {
    private static final Logger LOG = LoggerFactory.getLogger(Moves.class);

    private final long readyMs;
    private final Function<String, Optional<Handover>> handovers;
    private final Map<String, Move> underWay = new TreeMap<>();

    /** The last one of each topology, until the next move. */
    private final Map<String, ClusterView.Move> withdrawn = new TreeMap<>();

    /** The places of executors before and after a move. */
    private record Move(
            long plan,
            Map<ExecutorDetails, WorkerSlot> before,
            Map<ExecutorDetails, WorkerSlot> target,
            long sinceMs) {}

    /**
     * @param readyMs in which new workers have to be ready
     * @param handovers what workers say, by the topology's id; empty if that is not known; never
     *     waits
     */
    Moves(long readyMs, Function<String, Optional<Handover>> handovers) {
        this.readyMs = readyMs;
        this.handovers = handovers;
    }

    /** A plan was done. Where some executors had no place, there is nothing to go back to. */
    void begin(
            String topologyId,
            long plan,
            Map<ExecutorDetails, WorkerSlot> before,
            Map<ExecutorDetails, WorkerSlot> target,
            long nowMs) {
        withdrawn.remove(topologyId);
        underWay.remove(topologyId);
        if (before.keySet().equals(target.keySet())) {
            underWay.put(topologyId, new Move(plan, Map.copyOf(before), Map.copyOf(target), nowMs));
        }
    }

    /** Whether a plan has to leave a topology alone. */
    boolean holds(String topologyId, long plan) {
        ClusterView.Move last = withdrawn.get(topologyId);
        return underWay.containsKey(topologyId) || (last != null && last.plan() >= plan);
    }

    /** Topologies that are being moved. */
    Set<String> topologies() {
        return Set.copyOf(underWay.keySet());
    }

    /** Returns the moves for the generator. */
    List<ClusterView.Move> report() {
        List<ClusterView.Move> all = new ArrayList<>(withdrawn.values());
        underWay.forEach((id, move) -> all.add(new ClusterView.Move(id, move.plan(), null)));
        return all;
    }

    /** Sees how far they are; withdraws those that have to be. */
    void see(Cluster cluster, Set<String> topologyIds, long nowMs) {
        underWay.keySet().retainAll(topologyIds);
        withdrawn.keySet().retainAll(topologyIds);
        for (Map.Entry<String, Move> each : Map.copyOf(underWay).entrySet()) {
            if (isOver(cluster, each.getKey(), each.getValue(), nowMs)) {
                underWay.remove(each.getKey());
            }
        }
    }

    private boolean isOver(Cluster cluster, String id, Move move, long nowMs) {
        SchedulerAssignment present = cluster.getAssignmentById(id);
        if (present == null || !present.getExecutorToSlot().equals(move.target())) {
            return true; // somebody died, or somebody else has decided
        }
        boolean late = nowMs - move.sinceMs() > readyMs;
        Handover handover = handovers.apply(id).orElse(null);
        if (handover == null || !handover.slots().equals(places(move.target()))) {
            return late && nowMs - move.sinceMs() > 2 * readyMs; // workers without our plug-in
        }
        if (handover.isDone()) {
            return true;
        }
        Set<Place> missing = handover.notReady();
        if (!late || handover.hasBegun() || missing.isEmpty()) {
            return false;
        }
        if (!handover.isServedBy(new HashSet<>(places(move.before()).values()))) {
            return true; // there is nothing to go back to: who is ready works
        }
        Optional<String> obstacle = obstacle(cluster, id, move);
        if (obstacle.isPresent()) {
            LOG.warn(
                    "plan {}: {} is not ready, and can't go back: {}",
                    move.plan(),
                    id,
                    obstacle.get());
            return false;
        }
        withdraw(cluster, id, move, missing);
        return true;
    }

    private static Map<List<Long>, Place> places(Map<ExecutorDetails, WorkerSlot> slots) {
        Map<List<Long>, Place> places = new HashMap<>();
        slots.forEach(
                (executor, slot) ->
                        places.put(
                                List.of(
                                        (long) executor.getStartTask(),
                                        (long) executor.getEndTask()),
                                new Place(slot.getNodeId(), slot.getPort())));
        return places;
    }

    /** Returns the reason that the assignment before can't stand again; empty if it can. */
    private static Optional<String> obstacle(Cluster cluster, String id, Move move) {
        Set<WorkerSlot> slots = new HashSet<>(move.before().values());
        for (WorkerSlot slot : slots) {
            SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
            if (supervisor == null || cluster.isBlackListed(slot.getNodeId())) {
                return Optional.of("node %s is not there".formatted(slot.getNodeId()));
            }
        }
        return cluster.getAssignments().values().stream()
                .filter(other -> !other.getTopologyId().equals(id))
                .filter(other -> other.getSlots().stream().anyMatch(slots::contains))
                .map(other -> other.getTopologyId() + " is in its slots")
                .findFirst();
    }

    private void withdraw(Cluster cluster, String id, Move move, Set<Place> missing) {
        Map<WorkerSlot, Set<ExecutorDetails>> before = bySlot(move.before());
        Map<WorkerSlot, Set<ExecutorDetails>> target = bySlot(move.target());
        cluster.freeSlots(
                target.keySet().stream()
                        .filter(slot -> !Objects.equals(target.get(slot), before.get(slot)))
                        .toList());
        before.forEach(
                (slot, executors) -> {
                    if (!executors.equals(target.get(slot))) {
                        cluster.assign(slot, id, executors);
                    }
                });
        Set<String> names =
                missing.stream()
                        .map(
                                place -> {
                                    SupervisorDetails supervisor =
                                            cluster.getSupervisorById(place.node());
                                    return (supervisor == null
                                                    ? place.node()
                                                    : ViewReader.host(supervisor))
                                            + ":"
                                            + place.port();
                                })
                        .collect(Collectors.toCollection(TreeSet::new));
        String why = "not ready after %d s: %s".formatted(readyMs / 1000, String.join(", ", names));
        withdrawn.put(id, new ClusterView.Move(id, move.plan(), why));
        String status = "Plan %d is withdrawn, %s".formatted(move.plan(), why);
        LOG.warn("{}: {}; who worked before goes on", id, status);
        Status.set(cluster, id, status);
    }

    private static Map<WorkerSlot, Set<ExecutorDetails>> bySlot(
            Map<ExecutorDetails, WorkerSlot> slots) {
        Map<WorkerSlot, Set<ExecutorDetails>> bySlot = new HashMap<>();
        slots.forEach(
                (executor, slot) ->
                        bySlot.computeIfAbsent(slot, each -> new HashSet<>()).add(executor));
        return bySlot;
    }
}
