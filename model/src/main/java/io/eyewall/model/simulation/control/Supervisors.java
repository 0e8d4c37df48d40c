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
 * The supervisors of all nodes: start and end workers so that it becomes as assigned. All look at
 * the same moment, for Nimbus tells them.
 *
 * <ul>
 *   <li>By {@link Handover#RESTART} a worker whose executors change is killed, with what waits for
 *       them; the next one is up after its start. Storm does this.
 *   <li>By {@link Handover#SMOOTH} workers that are needed start beside the others; when they are
 *       ready, executors go over to them with what waits for them, and those left without any end.
 * </ul>
 */
public final class Supervisors {
    private static final int READY = Machine.FIRST_FOREIGN_KIND + 8;
    private static final int SWITCH = READY + 1;
    private static final int RESTART = READY + 2;

    /** Kinds of events from this on belong to others. */
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
     * How the cluster is.
     *
     * @param nodes with workers
     * @param workers in all, also those that are starting
     * @param moves executors that have changed their place since this was asked last
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

    /** Everything is up at once: how a cluster comes up is not what is looked at. */
    void startAll(Map<ExecutorId, String> assignment) {
        wanted = Map.copyOf(assignment);
        sets(assignment).forEach((place, executors) -> up(create(place, executors), 0));
        moves = 0;
    }

    private static Map<String, Set<ExecutorId>> sets(Map<ExecutorId, String> assignment) {
        Map<String, Set<ExecutorId>> sets = new TreeMap<>();
        assignment.forEach(
                (executor, place) ->
                        sets.computeIfAbsent(place, p -> new TreeSet<>()).add(executor));
        return sets;
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

    /** Whether a handover has begun and is not done. */
    boolean isBusy() {
        return !switching.isEmpty();
    }

    /** Whether all executors are at work where they were assigned. */
    boolean isComplete(Map<ExecutorId, String> assignment) {
        Map<String, Set<ExecutorId>> sets = sets(assignment);
        int executors = 0;
        for (Worker worker : byPlace.values()) {
            if (!worker.isUp || !worker.executors.equals(sets.get(worker.place))) {
                return false;
            }
            executors += worker.executors.size();
        }
        return executors == machine.executors().size();
    }

    /** Makes it as assigned, or begins to. */
    void sync(long nowNs, Map<ExecutorId, String> assignment) {
        if (isBusy() || assignment.equals(wanted)) {
            return;
        }
        wanted = Map.copyOf(assignment);
        apply(nowNs);
    }

    private void apply(long nowNs) {
        Map<String, Set<ExecutorId>> sets = sets(wanted);
        List<Worker> outdated = new ArrayList<>();
        for (Worker worker : byPlace.values()) {
            if (!worker.executors.equals(sets.get(worker.place))) {
                outdated.add(worker);
            }
        }
        boolean isSmooth = spec.scheduler().handover() == Handover.SMOOTH;
        if (!isSmooth) {
            outdated.forEach(this::kill);
        }
        List<Worker> started = new ArrayList<>();
        sets.forEach(
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

    /** Workers that end with the handover that is going on. */
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

    /** A node dies; returns which of its deaths this is. */
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

    /** Whether a node is still down, by that death. */
    boolean isDown(int node, int death) {
        return isDown[node] && deaths[node] == death;
    }

    /** A node is back; what is still assigned to it is started there. */
    void nodeIsBack(long nowNs, int node) {
        isDown[node] = false;
        events.add(nowNs, RESTART, 0, 0);
    }

    /** Workers of a node die; their supervisor notices after a while. */
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
