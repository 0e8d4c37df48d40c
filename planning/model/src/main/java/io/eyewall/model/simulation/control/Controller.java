package io.eyewall.model.simulation.control;

import io.eyewall.model.simulation.event.EventHeap;
import io.eyewall.model.simulation.machine.Machine;
import io.eyewall.model.simulation.machine.Places;
import io.eyewall.model.simulation.result.Change;
import io.eyewall.model.simulation.spec.Incident;
import io.eyewall.model.simulation.spec.NodeSpec;
import io.eyewall.model.simulation.spec.SchedulerSpec;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.LoadAverage;
import io.eyewall.placement.load.Snapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Simulates Nimbus, its plug-in, the schedule generator and the load monitors, on one virtual
 * clock.
 *
 * <p>The stages of a plan: measured (each {@code monitor}) → known (after {@code lag}) → planned
 * (each {@code generate}; at once when a node is overloaded) → fetched (each {@code fetch}) → seen
 * by supervisors (each {@code sync}) → workers started ({@link Supervisors}).
 */
public final class Controller {
    private static final int MONITOR = Machine.FIRST_FOREIGN_KIND;
    private static final int GENERATE = MONITOR + 1;
    private static final int FETCH = MONITOR + 2;
    private static final int SYNC = MONITOR + 3;
    private static final int INCIDENT = MONITOR + 4;
    private static final int DETECT = MONITOR + 5;
    private static final int KNOWN = MONITOR + 6;

    /** The first kind of event that belongs to other classes. */
    public static final int FIRST_FOREIGN_KIND = Supervisors.FIRST_FOREIGN_KIND;

    private static final double NS_PER_SEC = 1e9;

    private final SimulationSpec spec;
    private final SchedulerSpec scheduler;
    private final Machine machine;
    private final EventHeap events;
    private final Planner planner;
    private final Supervisors supervisors;
    private final LoadAverage average;
    private final Deque<Snapshot> underWay = new ArrayDeque<>();
    private final Map<ExecutorId, Double> memory = new HashMap<>();
    private final Map<String, Integer> nodeNumbers = new LinkedHashMap<>();
    private final Set<String> alive = new HashSet<>();
    private final List<Change> changes = new ArrayList<>();

    /** The assignment that Nimbus has decided. */
    private Map<ExecutorId, String> assignment = new TreeMap<>();

    private @Nullable Map<ExecutorId, String> offered;
    private @Nullable Snapshot known;
    private boolean mustReevaluate;

    /**
     * Places all topologies initially and starts their workers without delay.
     *
     * @param machine a machine with all executors and no workers
     */
    public Controller(SimulationSpec spec, Places places, Machine machine, EventHeap events) {
        this.spec = spec;
        this.scheduler = spec.scheduler();
        this.machine = machine;
        this.events = events;
        this.planner = new Planner(spec);
        this.average = new LoadAverage(scheduler.alpha());
        this.supervisors = new Supervisors(spec, places, machine, events);
        for (NodeSpec node : spec.cluster().nodes()) {
            nodeNumbers.put(node.name(), nodeNumbers.size());
            alive.add(node.name());
        }
        planner.onNodes(alive);
        Map<String, Map<String, Double>> memoryByComponent = new HashMap<>();
        for (TopologySpec topology : spec.topologies()) {
            Map<String, Double> byName = new HashMap<>();
            topology.components().forEach(c -> byName.put(c.name(), c.memoryBytes()));
            memoryByComponent.put(topology.name(), byName);
        }
        for (ExecutorId executor : machine.executors()) {
            memory.put(
                    executor,
                    memoryByComponent
                            .getOrDefault(executor.topology(), Map.of())
                            .getOrDefault(executor.component(), 0.0));
        }
        placeAll();
        events.add(scheduler.monitorNs(), MONITOR, 0, 0);
        events.add(scheduler.generateNs(), GENERATE, 0, 0);
        events.add(scheduler.fetchNs(), FETCH, 0, 0);
        events.add(scheduler.syncNs(), SYNC, 0, 0);
        for (int i = 0; i < spec.incidents().size(); i++) {
            check(spec.incidents().get(i));
            events.add(spec.incidents().get(i).atNs(), INCIDENT, i, 0);
        }
    }

    private void placeAll() {
        for (TopologySpec topology : spec.topologies()) {
            List<ExecutorId> executors =
                    machine.executors().stream()
                            .filter(executor -> executor.topology().equals(topology.name()))
                            .toList();
            Set<String> taken =
                    scheduler.rules().exclusiveSlots()
                            ? new HashSet<>(assignment.values())
                            : Set.of();
            assignment.putAll(planner.initial(topology, executors, taken));
        }
        supervisors.startAll(assignment);
    }

    private void check(Incident incident) {
        String node =
                incident instanceof Incident.FailNode fail
                        ? fail.node()
                        : incident instanceof Incident.RestoreNode restore
                                ? restore.node()
                                : incident instanceof Incident.KillWorkers kill
                                        ? kill.node()
                                        : null;
        if (node != null && !nodeNumbers.containsKey(node)) {
            throw new IllegalArgumentException(
                    "an event names node '" + node + "', but there are " + nodeNumbers.keySet());
        }
        if (incident instanceof Incident.Load load
                && spec.topologies().stream().noneMatch(t -> t.name().equals(load.topology()))) {
            throw new IllegalArgumentException(
                    "an event names topology '"
                            + load.topology()
                            + "', but there are "
                            + spec.topologies().stream().map(TopologySpec::name).toList());
        }
    }

    /**
     * Handles an event if its kind belongs to this class or to the supervisors; returns false
     * otherwise.
     */
    public boolean handle(long nowNs, int kind, int first, int second) {
        switch (kind) {
            case MONITOR -> {
                onMonitor(nowNs);
                events.add(nowNs + scheduler.monitorNs(), MONITOR, 0, 0);
            }
            case KNOWN -> onKnown(nowNs);
            case GENERATE -> {
                evaluate(nowNs, "period");
                events.add(nowNs + scheduler.generateNs(), GENERATE, 0, 0);
            }
            case FETCH -> {
                onFetch();
                events.add(nowNs + scheduler.fetchNs(), FETCH, 0, 0);
            }
            case SYNC -> {
                supervisors.sync(nowNs, assignment);
                events.add(nowNs + scheduler.syncNs(), SYNC, 0, 0);
            }
            case INCIDENT -> onIncident(nowNs, spec.incidents().get(first));
            case DETECT -> onDetected(nowNs, spec.cluster().nodes().get(first).name(), second);
            default -> {
                return supervisors.handle(nowNs, kind, first);
            }
        }
        return true;
    }

    private void onMonitor(long nowNs) {
        Snapshot window = machine.measure(nowNs, memory, executor -> true);
        planner.onOverhead(machine.takeCoresBeside(scheduler.monitorNs() / NS_PER_SEC));
        if (!supervisors.isComplete(assignment)) {
            return; // executors that are down are planned for with their last measurement
        }
        underWay.add(average.add(window));
        events.add(nowNs + scheduler.lagNs(), KNOWN, 0, 0);
    }

    private void onKnown(long nowNs) {
        Snapshot measured = underWay.remove();
        known = measured;
        if (planner.isOn()
                && (mustReevaluate || planner.isOverloaded(measured, assignment))
                && offered == null
                && !supervisors.isBusy()) {
            evaluate(nowNs, mustReevaluate ? "once more" : "overload");
        }
    }

    private void evaluate(long nowNs, String why) {
        Snapshot measured = known;
        if (measured == null || supervisors.isBusy()) {
            return;
        }
        Planner.Answer answer = planner.evaluate(nowNs, measured, assignment);
        mustReevaluate = answer.again();
        if (answer.places() != null) {
            offer(nowNs, answer.places(), why + ": " + answer.reason());
        }
    }

    private void offer(long nowNs, Map<ExecutorId, String> places, String why) {
        offered = places;
        changes.add(
                new Change(
                        nowNs / NS_PER_SEC,
                        "plan for "
                                + places.values().stream().map(Planner::nodeOf).distinct().count()
                                + " nodes ("
                                + why
                                + ")"));
    }

    private void onFetch() {
        Map<ExecutorId, String> next = offered;
        if (next != null) {
            assignment =
                    next.entrySet().stream()
                            .filter(entry -> alive.contains(Planner.nodeOf(entry.getValue())))
                            .collect(
                                    Collectors.toMap(
                                            Map.Entry::getKey,
                                            Map.Entry::getValue,
                                            (one, other) -> one,
                                            TreeMap::new));
            offered = null;
        }
    }

    private void onIncident(long nowNs, Incident incident) {
        double sec = nowNs / NS_PER_SEC;
        if (incident instanceof Incident.FailNode fail) {
            changes.add(new Change(sec, "node " + fail.node() + " dies"));
            int node = nodeNumbers.getOrDefault(fail.node(), 0);
            int life = supervisors.nodeDies(node);
            events.add(nowNs + scheduler.detectNs(), DETECT, node, life);
        } else if (incident instanceof Incident.RestoreNode restore) {
            changes.add(new Change(sec, "node " + restore.node() + " is back"));
            supervisors.nodeIsBack(nowNs, nodeNumbers.getOrDefault(restore.node(), 0));
            alive.add(restore.node());
            planner.onNodes(alive);
        } else if (incident instanceof Incident.KillWorkers kill) {
            changes.add(new Change(sec, "workers of " + kill.node() + " die"));
            supervisors.workersDie(nowNs, nodeNumbers.getOrDefault(kill.node(), 0));
        } else if (incident instanceof Incident.Load load) {
            changes.add(new Change(sec, "load of " + load.topology() + " x" + load.factor()));
            machine.setLoad(load.topology(), load.factor());
        } else if (incident instanceof Incident.Use use) {
            changes.add(new Change(sec, "algorithm " + use.algorithm() + " " + use.parameters()));
            planner.use(use.algorithm(), use.parameters());
        }
    }

    /**
     * Reassigns the executors of a node immediately after Nimbus has received nothing from the node
     * for too long.
     */
    private void onDetected(long nowNs, String node, int life) {
        if (!supervisors.isDown(nodeNumbers.getOrDefault(node, 0), life)) {
            return;
        }
        alive.remove(node);
        planner.onNodes(alive);
        assignment.values().removeIf(place -> Planner.nodeOf(place).equals(node));
        Snapshot measured = known == null ? machine.measure(nowNs, memory, e -> true) : known;
        known = measured;
        offered = null;
        Planner.Answer answer = planner.evaluate(nowNs, measured, assignment);
        Map<ExecutorId, String> places =
                answer.places() == null ? planner.placeNew(measured, assignment) : answer.places();
        offer(nowNs, places, "node " + node + " is lost");
    }

    /** Returns the changes so far. */
    public List<Change> changes() {
        return List.copyOf(changes);
    }

    /** Returns the numbers of nodes with workers, of workers, and of moves since the last call. */
    public Supervisors.State takeState() {
        return supervisors.takeState();
    }
}
