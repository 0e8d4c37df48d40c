package io.eyewall.model.simulation.control;

import io.eyewall.model.simulation.event.EventHeap;
import io.eyewall.model.simulation.machine.Machine;
import io.eyewall.model.simulation.machine.Places;
import io.eyewall.model.simulation.spec.SchedulerSpec.Handover;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.placement.load.ExecutorId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The supervisors of all nodes. They start and end workers to match the assignment. All of them act
 * at the same moment, because Nimbus notifies them.
 *
 * <ul>
 *   <li>With {@link Handover#RESTART}, a worker whose executors change is killed together with the
 *       tuples that wait for them; the next worker is ready after the start time. This is Storm's
 *       own behaviour.
 *   <li>With {@link Handover#SMOOTH}, new workers start beside the old ones; when they are ready,
 *       executors and their waiting tuples move to the new workers, and the old workers end.
 * </ul>
 */
public final class Supervisors {
    // Kinds of events.
    private static final int READY = Machine.FIRST_FOREIGN_KIND + 8;
    private static final int SWITCH = READY + 1;
    private static final int RESTART = READY + 2;

    /** The first kind of event that belongs to other classes. */
    static final int FIRST_FOREIGN_KIND = READY + 8;

    private final SimulationSpec spec;
    private final Places places;
    private final Machine machine;
    private final EventHeap events;

    /** Workers that are up or starting, by place. */
    private final Map<String, Worker> byPlace = new TreeMap<>();

    private final Map<Integer, Worker> byNumber = new HashMap<>();
    private final Map<ExecutorId, String> placeOfExecutor = new HashMap<>();
    private final int[] failures;
    private final boolean[] nodeIsDown;

    /** Workers that take over executors with the handover in progress. */
    private List<Worker> startingWorkers = List.of();

    /** The assignment that the supervisors apply, or have applied. */
    private Map<ExecutorId, String> target = Map.of();

    private int moves;

    private static final class Worker {
        final int number;
        final String place;
        final Set<ExecutorId> executors;
        boolean isUp;
        boolean isKilled;

        Worker(int number, String place, Set<ExecutorId> executors) {
            this.number = number;
            this.place = place;
            this.executors = executors;
        }
    }

    /**
     * The state of the cluster.
     *
     * @param nodes number of nodes with workers
     * @param workers number of workers, including those that are starting
     * @param moves number of executors that changed their place since the last call
     */
    public record State(int nodes, int workers, int moves) {}

    Supervisors(SimulationSpec spec, Places places, Machine machine, EventHeap events) {
        this.spec = spec;
        this.places = places;
        this.machine = machine;
        this.events = events;
        this.failures = new int[spec.cluster().nodes().size()];
        this.nodeIsDown = new boolean[failures.length];
    }

    /** Starts all workers without delay: the start of the cluster is not simulated. */
    void startAll(Map<ExecutorId, String> assignment) {
        target = Map.copyOf(assignment);
        executorsByPlace(assignment)
                .forEach((place, executors) -> startRunning(createWorker(place, executors), 0));
        moves = 0;
    }

    private static Map<String, Set<ExecutorId>> executorsByPlace(
            Map<ExecutorId, String> assignment) {
        Map<String, Set<ExecutorId>> executorsByPlace = new TreeMap<>();
        assignment.forEach(
                (executor, place) ->
                        executorsByPlace
                                .computeIfAbsent(place, p -> new TreeSet<>())
                                .add(executor));
        return executorsByPlace;
    }

    private Worker createWorker(String place, Set<ExecutorId> executors) {
        String topology = executors.iterator().next().topology();
        int number = machine.createWorker(topology, places.tree().indexOf(place));
        Worker worker = new Worker(number, place, executors);
        byPlace.put(place, worker);
        byNumber.put(number, worker);
        return worker;
    }

    private void startRunning(Worker worker, long haltUntilNs) {
        worker.isUp = true;
        machine.startWorker(worker.number);
        for (ExecutorId executor : worker.executors) {
            machine.moveExecutor(executor, worker.number);
            String previousPlace = placeOfExecutor.put(executor, worker.place);
            if (!worker.place.equals(previousPlace)) {
                moves++;
            }
        }
        if (haltUntilNs > 0) {
            machine.haltSpouts(worker.number, haltUntilNs);
        }
    }

    private void kill(Worker worker) {
        worker.isKilled = true;
        byPlace.remove(worker.place, worker);
        byNumber.remove(worker.number);
        machine.killWorker(worker.number);
    }

    /** Returns whether a handover is in progress. */
    boolean isBusy() {
        return !startingWorkers.isEmpty();
    }

    /** Returns whether all executors run where they were assigned. */
    boolean isComplete(Map<ExecutorId, String> assignment) {
        Map<String, Set<ExecutorId>> executorsByPlace = executorsByPlace(assignment);
        int executors = 0;
        for (Worker worker : byPlace.values()) {
            if (!worker.isUp || !worker.executors.equals(executorsByPlace.get(worker.place))) {
                return false;
            }
            executors += worker.executors.size();
        }
        return executors == machine.executors().size();
    }

    /** Begins to apply an assignment if it is new; does nothing during a handover. */
    void sync(long nowNs, Map<ExecutorId, String> assignment) {
        if (isBusy() || assignment.equals(target)) {
            return;
        }
        target = Map.copyOf(assignment);
        apply(nowNs);
    }

    private void apply(long nowNs) {
        Map<String, Set<ExecutorId>> executorsByPlace = executorsByPlace(target);
        List<Worker> outdated = new ArrayList<>();
        for (Worker worker : byPlace.values()) {
            if (!worker.executors.equals(executorsByPlace.get(worker.place))) {
                outdated.add(worker);
            }
        }
        boolean isSmooth = spec.scheduler().handover() == Handover.SMOOTH;
        if (!isSmooth) {
            outdated.forEach(this::kill);
        }
        List<Worker> newWorkers = new ArrayList<>();
        executorsByPlace.forEach(
                (place, executors) -> {
                    Worker current = byPlace.get(place);
                    boolean isRunning = current != null && current.executors.equals(executors);
                    if (!isRunning && !nodeIsDown[places.nodeOf(places.tree().indexOf(place))]) {
                        newWorkers.add(createWorker(place, executors));
                    }
                });
        long readyNs = nowNs + spec.cluster().worker().startNs();
        if (isSmooth) {
            startingWorkers = new ArrayList<>(newWorkers);
            endingWorkers = outdated;
            events.add(readyNs, SWITCH, 0, 0);
        } else {
            newWorkers.forEach(worker -> events.add(readyNs, READY, worker.number, 0));
        }
    }

    /** Workers that end with the handover in progress. */
    private List<Worker> endingWorkers = List.of();

    boolean handle(long nowNs, int kind, int number) {
        switch (kind) {
            case READY -> {
                Worker worker = byNumber.get(number);
                if (worker != null) {
                    startRunning(worker, haltUntil(nowNs));
                }
            }
            case SWITCH -> onSwitch(nowNs);
            case RESTART -> {
                if (!isBusy()) {
                    apply(nowNs);
                } else {
                    events.add(nowNs + spec.cluster().worker().startNs(), RESTART, 0, 0);
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private long haltUntil(long nowNs) {
        return spec.scheduler().haltNs() == 0 ? 0 : nowNs + spec.scheduler().haltNs();
    }

    private void onSwitch(long nowNs) {
        for (Worker worker : startingWorkers) {
            if (!worker.isKilled) {
                startRunning(worker, haltUntil(nowNs));
            }
        }
        for (Worker worker : endingWorkers) {
            if (!worker.isKilled) {
                kill(worker);
            }
        }
        startingWorkers = List.of();
        endingWorkers = List.of();
    }

    /** Lets a node fail; returns the number of this failure, from 1. */
    int failNode(int node) {
        nodeIsDown[node] = true;
        killAllOn(node);
        return ++failures[node];
    }

    private void killAllOn(int node) {
        List<Worker> workersOfNode = new ArrayList<>();
        for (Worker worker : byNumber.values()) {
            if (places.nodeOf(places.tree().indexOf(worker.place)) == node) {
                workersOfNode.add(worker);
            }
        }
        workersOfNode.sort((one, other) -> Integer.compare(one.number, other.number));
        workersOfNode.forEach(this::kill);
    }

    /** Returns whether a node is still down since the failure with that number. */
    boolean isStillDown(int node, int failure) {
        return nodeIsDown[node] && failures[node] == failure;
    }

    /** Restores a node and starts the workers that are still assigned to it. */
    void restoreNode(long nowNs, int node) {
        nodeIsDown[node] = false;
        events.add(nowNs, RESTART, 0, 0);
    }

    /** Kills the workers of a node; their supervisor starts them again after a delay. */
    void killWorkers(long nowNs, int node) {
        killAllOn(node);
        events.add(nowNs + spec.cluster().worker().restartNs(), RESTART, 0, 0);
    }

    State takeState() {
        Set<Integer> nodes = new TreeSet<>();
        byPlace.keySet().forEach(place -> nodes.add(places.nodeOf(places.tree().indexOf(place))));
        State state = new State(nodes.size(), byPlace.size(), moves);
        moves = 0;
        return state;
    }
}
