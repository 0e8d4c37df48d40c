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
 *   <li>By {@link Handover#RESTART} a worker whose executors change is killed together with the
 *       tuples that wait for them; the next worker is up after the start time. Storm does this.
 *   <li>By {@link Handover#SMOOTH} new workers start beside the old ones; when they are ready,
 *       executors move to them with their waiting tuples, and workers without executors end.
 * </ul>
 */
public final class Supervisors {
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
    private final Map<ExecutorId, String> livesAt = new HashMap<>();
    private final int[] deaths;
    private final boolean[] isDown;
    private List<Worker> switching = List.of();
    private Map<ExecutorId, String> wanted = Map.of();
    private int moves;

    private static final class Worker {
        final int number;
        final String place;
        final Set<ExecutorId> executors;
        boolean isUp;
        boolean isGone;

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
        this.deaths = new int[spec.cluster().nodes().size()];
        this.isDown = new boolean[deaths.length];
    }

    /** Starts all workers without delay: the start of the cluster is not simulated. */
    void startAll(Map<ExecutorId, String> assignment) {
        wanted = Map.copyOf(assignment);
        executorsByPlace(assignment).forEach((place, executors) -> up(create(place, executors), 0));
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

    private Worker create(String place, Set<ExecutorId> executors) {
        String topology = executors.iterator().next().topology();
        int number = machine.create(topology, places.tree().indexOf(place));
        Worker worker = new Worker(number, place, executors);
        byPlace.put(place, worker);
        byNumber.put(number, worker);
        return worker;
    }

    private void up(Worker worker, long haltUntilNs) {
        worker.isUp = true;
        machine.begin(worker.number);
        for (ExecutorId executor : worker.executors) {
            machine.join(executor, worker.number);
            String before = livesAt.put(executor, worker.place);
            if (!worker.place.equals(before)) {
                moves++;
            }
        }
        if (haltUntilNs > 0) {
            machine.halt(worker.number, haltUntilNs);
        }
    }

    private void kill(Worker worker) {
        worker.isGone = true;
        byPlace.remove(worker.place, worker);
        byNumber.remove(worker.number);
        machine.kill(worker.number);
    }

    /** Returns whether a handover is in progress. */
    boolean isBusy() {
        return !switching.isEmpty();
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

    /** Applies an assignment, or begins to; does nothing during a handover. */
    void sync(long nowNs, Map<ExecutorId, String> assignment) {
        if (isBusy() || assignment.equals(wanted)) {
            return;
        }
        wanted = Map.copyOf(assignment);
        apply(nowNs);
    }

    private void apply(long nowNs) {
        Map<String, Set<ExecutorId>> executorsByPlace = executorsByPlace(wanted);
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
        List<Worker> started = new ArrayList<>();
        executorsByPlace.forEach(
                (place, executors) -> {
                    Worker present = byPlace.get(place);
                    boolean isThere = present != null && present.executors.equals(executors);
                    if (!isThere && !isDown[places.node(places.tree().indexOf(place))]) {
                        started.add(create(place, executors));
                    }
                });
        long readyNs = nowNs + spec.cluster().worker().startNs();
        if (isSmooth) {
            switching = new ArrayList<>(started);
            ending = outdated;
            events.add(readyNs, SWITCH, 0, 0);
        } else {
            started.forEach(worker -> events.add(readyNs, READY, worker.number, 0));
        }
    }

    /** Workers that end with the handover in progress. */
    private List<Worker> ending = List.of();

    boolean handle(long nowNs, int kind, int number) {
        switch (kind) {
            case READY -> {
                Worker worker = byNumber.get(number);
                if (worker != null) {
                    up(worker, haltUntil(nowNs));
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
        for (Worker worker : switching) {
            if (!worker.isGone) {
                up(worker, haltUntil(nowNs));
            }
        }
        for (Worker worker : ending) {
            if (!worker.isGone) {
                kill(worker);
            }
        }
        switching = List.of();
        ending = List.of();
    }

    /** Makes a node fail; returns the number of this failure. */
    int nodeDies(int node) {
        isDown[node] = true;
        killAll(node);
        return ++deaths[node];
    }

    private void killAll(int node) {
        List<Worker> there = new ArrayList<>();
        for (Worker worker : byNumber.values()) {
            if (places.node(places.tree().indexOf(worker.place)) == node) {
                there.add(worker);
            }
        }
        there.sort((one, other) -> Integer.compare(one.number, other.number));
        there.forEach(this::kill);
    }

    /** Returns whether a node is still down because of that failure. */
    boolean isDown(int node, int death) {
        return isDown[node] && deaths[node] == death;
    }

    /** Restores a node and starts the workers that are still assigned to it. */
    void nodeIsBack(long nowNs, int node) {
        isDown[node] = false;
        events.add(nowNs, RESTART, 0, 0);
    }

    /** Kills the workers of a node; their supervisor notices after a delay. */
    void workersDie(long nowNs, int node) {
        killAll(node);
        events.add(nowNs + spec.cluster().worker().restartNs(), RESTART, 0, 0);
    }

    State takeState() {
        Set<Integer> nodes = new TreeSet<>();
        byPlace.keySet().forEach(place -> nodes.add(places.node(places.tree().indexOf(place))));
        State state = new State(nodes.size(), byPlace.size(), moves);
        moves = 0;
        return state;
    }
}
