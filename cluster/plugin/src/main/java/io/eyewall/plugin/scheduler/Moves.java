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
 * <p>A Nimbus that has just become the leader knows no moves; moves in progress complete without it
 * when the new workers are ready. For Nimbus' thread.
 */
final class Moves {
    private static final Logger LOG = LoggerFactory.getLogger(Moves.class);

    private final long readyMs;
    private final Function<String, Optional<Handover>> handovers;
    private final Map<String, Move> inProgress = new TreeMap<>();

    /** The last withdrawn move of each topology, until its next move. */
    private final Map<String, ClusterView.Move> withdrawn = new TreeMap<>();

    /**
     * A move in progress.
     *
     * @param plan the number of the plan
     * @param before the executors' slots before the move
     * @param target the executors' slots after the move
     * @param sinceMs when the plan was applied
     */
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
        inProgress.remove(topologyId);
        if (before.keySet().equals(target.keySet())) {
            inProgress.put(
                    topologyId, new Move(plan, Map.copyOf(before), Map.copyOf(target), nowMs));
        }
    }

    /** Returns whether the plan of this number must not change a topology now. */
    boolean forbidsPlan(String topologyId, long plan) {
        ClusterView.Move last = withdrawn.get(topologyId);
        return inProgress.containsKey(topologyId) || (last != null && last.plan() >= plan);
    }

    /** Returns the topologies that are being moved. */
    Set<String> topologies() {
        return Set.copyOf(inProgress.keySet());
    }

    /** Returns the moves in progress and the last withdrawn ones, for the generator. */
    List<ClusterView.Move> reportedMoves() {
        List<ClusterView.Move> all = new ArrayList<>(withdrawn.values());
        inProgress.forEach((id, move) -> all.add(new ClusterView.Move(id, move.plan(), null)));
        return all;
    }

    /**
     * Removes the moves that are complete, and withdraws those that are late.
     *
     * @param topologyIds the topologies that plans place now
     */
    void update(Cluster cluster, Set<String> topologyIds, long nowMs) {
        inProgress.keySet().retainAll(topologyIds);
        withdrawn.keySet().retainAll(topologyIds);
        for (Map.Entry<String, Move> each : Map.copyOf(inProgress).entrySet()) {
            if (endIfOver(cluster, each.getKey(), each.getValue(), nowMs)) {
                inProgress.remove(each.getKey());
            }
        }
    }

    /** Withdraws a move that is late if possible; returns whether the move is over. */
    private boolean endIfOver(Cluster cluster, String id, Move move, long nowMs) {
        SchedulerAssignment current = cluster.getAssignmentById(id);
        if (current == null || !current.getExecutorToSlot().equals(move.target())) {
            return true; // a worker died, or the assignment was changed by others
        }
        boolean late = nowMs - move.sinceMs() > readyMs;
        Handover handover = handovers.apply(id).orElse(null);
        if (handover == null || !handover.slots().equals(placesByTasks(move.target()))) {
            // The workers do not run this plug-in, so nothing tells when the move is complete.
            return late && nowMs - move.sinceMs() > 2 * readyMs;
        }
        if (handover.isDone()) {
            return true;
        }
        Set<Place> missing = handover.notReady();
        if (!late || handover.spoutsHavePaused() || missing.isEmpty()) {
            return false;
        }
        if (!handover.previousWorkersContinue(
                new HashSet<>(placesByTasks(move.before()).values()))) {
            return true; // some previous workers are gone or have paused: the new ones take over
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

    private static Map<List<Long>, Place> placesByTasks(Map<ExecutorDetails, WorkerSlot> slots) {
        Map<List<Long>, Place> placesByTasks = new HashMap<>();
        slots.forEach(
                (executor, slot) ->
                        placesByTasks.put(
                                List.of(
                                        (long) executor.getStartTask(),
                                        (long) executor.getEndTask()),
                                new Place(slot.getNodeId(), slot.getPort())));
        return placesByTasks;
    }

    /** Returns why the previous assignment cannot be restored; empty if it can. */
    private static Optional<String> obstacle(Cluster cluster, String id, Move move) {
        Set<WorkerSlot> slots = new HashSet<>(move.before().values());
        for (WorkerSlot slot : slots) {
            SupervisorDetails supervisor = cluster.getSupervisorById(slot.getNodeId());
            if (supervisor == null || cluster.isBlackListed(slot.getNodeId())) {
                return Optional.of("node %s is not in the cluster".formatted(slot.getNodeId()));
            }
        }
        return cluster.getAssignments().values().stream()
                .filter(other -> !other.getTopologyId().equals(id))
                .filter(other -> other.getSlots().stream().anyMatch(slots::contains))
                .map(other -> other.getTopologyId() + " occupies its slots")
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
