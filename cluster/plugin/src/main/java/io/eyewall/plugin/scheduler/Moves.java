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
 * The topologies' moves in progress. A move lasts from the change of an assignment until all
 * workers work by it. While new workers start, the leaving workers continue, and wait for the new
 * ones without a limit. This class withdraws a move whose new workers are not ready in time: it
 * restores the previous assignment, and the workers that served it continue. Plans do not change a
 * topology that is being moved, and do not repeat a withdrawn move.
 *
 * <p>A Nimbus that has just become the leader knows no moves; those in progress complete by
 * themselves when the new workers are ready. For Nimbus' thread.
 */
final class Moves {
    private static final Logger LOG = LoggerFactory.getLogger(Moves.class);

    private final long readyMs;
    private final Function<String, Optional<Handover>> handovers;
    private final Map<String, Move> underWay = new TreeMap<>();

    /** The last withdrawn move of each topology, until its next move. */
    private final Map<String, ClusterView.Move> withdrawn = new TreeMap<>();

    /** The places of executors before and after a move. */
    private record Move(
            long plan,
            Map<ExecutorDetails, WorkerSlot> before,
            Map<ExecutorDetails, WorkerSlot> target,
            long sinceMs) {}

    /**
     * @param readyMs the time within which new workers must be ready
     * @param handovers returns the workers' progress by topology id; empty if unknown; never waits
     */
    Moves(long readyMs, Function<String, Optional<Handover>> handovers) {
        this.readyMs = readyMs;
        this.handovers = handovers;
    }

    /**
     * Records that a plan was applied. If some executors had no place before, the move cannot be
     * withdrawn.
     */
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

    /** Returns whether a plan must not change a topology now. */
    boolean isBlocked(String topologyId, long plan) {
        ClusterView.Move last = withdrawn.get(topologyId);
        return underWay.containsKey(topologyId) || (last != null && last.plan() >= plan);
    }

    /** Returns the topologies that are being moved. */
    Set<String> topologies() {
        return Set.copyOf(underWay.keySet());
    }

    /** Returns the moves for the generator. */
    List<ClusterView.Move> report() {
        List<ClusterView.Move> all = new ArrayList<>(withdrawn.values());
        underWay.forEach((id, move) -> all.add(new ClusterView.Move(id, move.plan(), null)));
        return all;
    }

    /** Updates the moves' progress, and withdraws those that are late. */
    void update(Cluster cluster, Set<String> topologyIds, long nowMs) {
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
            return true; // a worker died, or the assignment was changed by others
        }
        boolean late = nowMs - move.sinceMs() > readyMs;
        Handover handover = handovers.apply(id).orElse(null);
        if (handover == null || !handover.slots().equals(places(move.target()))) {
            // The workers do not run this plug-in.
            return late && nowMs - move.sinceMs() > 2 * readyMs;
        }
        if (handover.isDone()) {
            return true;
        }
        Set<Place> missing = handover.notReady();
        if (!late || handover.hasBegun() || missing.isEmpty()) {
            return false;
        }
        if (!handover.isServedBy(new HashSet<>(places(move.before()).values()))) {
            return true; // there is no previous assignment: the ready workers work
        }
        Optional<String> obstacle = obstacle(cluster, id, move);
        if (obstacle.isPresent()) {
            LOG.warn(
                    "plan {}: the move of {} is late and cannot be withdrawn: {}",
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

    /** Returns why the previous assignment cannot be restored; empty if it can. */
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
        LOG.warn("{}: {}; the previous workers continue", id, status);
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
