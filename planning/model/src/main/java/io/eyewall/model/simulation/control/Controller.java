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
 * <p>A plan passes these stages: measured (each {@code monitor}) → known (after {@code lag}) →
 * planned (each {@code generate}; immediately when a node is overloaded) → fetched (each {@code
 * fetch}) → seen by supervisors (each {@code sync}) → workers started ({@link Supervisors}).
 */
public final class Controller {
    // Kinds of events; see handle(...).
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

    /** Averaged measurements that have not reached the generator yet. */
    private final Deque<Snapshot> unreported = new ArrayDeque<>();

    private final Map<ExecutorId, Double> memoryByExecutor = new HashMap<>();
    private final Map<String, Integer> nodeNumbers = new LinkedHashMap<>();
    private final Set<String> aliveNodes = new HashSet<>();
    private final List<Change> changes = new ArrayList<>();

    /** The assignment that Nimbus has adopted. */
    private Map<ExecutorId, String> assignment = new TreeMap<>();

    /** The plan that the plug-in will fetch next; null if there is none. */
    private @Nullable Map<ExecutorId, String> fetchablePlan;

    /** The latest averaged measurement that has reached the generator; null before the first. */
    private @Nullable Snapshot latest;

    private boolean mustReevaluate;

    /**
     * Places all topologies initially and starts their workers without delay.
     *
     * @param machine a machine that has all executors, and no workers yet
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
            aliveNodes.add(node.name());
        }
        planner.setAliveNodes(aliveNodes);
        Map<String, Map<String, Double>> memoryByComponent = new HashMap<>();
        for (TopologySpec topology : spec.topologies()) {
            Map<String, Double> byName = new HashMap<>();
            topology.components().forEach(c -> byName.put(c.name(), c.memoryBytes()));
            memoryByComponent.put(topology.name(), byName);
        }
        for (ExecutorId executor : machine.executors()) {
            memoryByExecutor.put(
                    executor,
                    memoryByComponent
                            .getOrDefault(executor.topology(), Map.of())
                            .getOrDefault(executor.component(), 0.0));
        }
        placeInitially();
        events.add(scheduler.monitorNs(), MONITOR, 0, 0);
        events.add(scheduler.generateNs(), GENERATE, 0, 0);
        events.add(scheduler.fetchNs(), FETCH, 0, 0);
        events.add(scheduler.syncNs(), SYNC, 0, 0);
        for (int i = 0; i < spec.incidents().size(); i++) {
            checkIncident(spec.incidents().get(i));
            events.add(spec.incidents().get(i).atNs(), INCIDENT, i, 0);
        }
    }

    private void placeInitially() {
        for (TopologySpec topology : spec.topologies()) {
            List<ExecutorId> executors =
                    machine.executors().stream()
                            .filter(executor -> executor.topology().equals(topology.name()))
                            .toList();
            Set<String> taken =
                    scheduler.rules().exclusiveSlots()
                            ? new HashSet<>(assignment.values())
                            : Set.of();
            assignment.putAll(planner.initialPlaces(topology, executors, taken));
        }
        supervisors.startAll(assignment);
    }

    private void checkIncident(Incident incident) {
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
        Snapshot window = machine.measure(nowNs, memoryByExecutor, executor -> true);
        planner.setOverhead(machine.takeOverheadCores(scheduler.monitorNs() / NS_PER_SEC));
        if (!supervisors.isComplete(assignment)) {
            return; // plans for executors that do not run use their last measurement
        }
        unreported.add(average.add(window));
        events.add(nowNs + scheduler.lagNs(), KNOWN, 0, 0);
    }

    private void onKnown(long nowNs) {
        Snapshot measured = unreported.remove();
        latest = measured;
        if (planner.isOn()
                && (mustReevaluate || planner.isOverloaded(measured, assignment))
                && fetchablePlan == null
                && !supervisors.isBusy()) {
            evaluate(nowNs, mustReevaluate ? "repeated evaluation" : "overload");
        }
    }

    private void evaluate(long nowNs, String reason) {
        Snapshot measured = latest;
        if (measured == null || supervisors.isBusy()) {
            return;
        }
        Planner.Answer answer = planner.evaluate(nowNs, measured, assignment);
        mustReevaluate = answer.evaluateAgain();
        if (answer.places() != null) {
            publishPlan(nowNs, answer.places(), reason + ": " + answer.reason());
        }
    }

    private void publishPlan(long nowNs, Map<ExecutorId, String> places, String reason) {
        fetchablePlan = places;
        changes.add(
                new Change(
                        nowNs / NS_PER_SEC,
                        "plan for "
                                + places.values().stream().map(Planner::nodeOf).distinct().count()
                                + " nodes ("
                                + reason
                                + ")"));
    }

    private void onFetch() {
        Map<ExecutorId, String> next = fetchablePlan;
        if (next != null) {
            assignment =
                    next.entrySet().stream()
                            .filter(entry -> aliveNodes.contains(Planner.nodeOf(entry.getValue())))
                            .collect(
                                    Collectors.toMap(
                                            Map.Entry::getKey,
                                            Map.Entry::getValue,
                                            (one, other) -> one,
                                            TreeMap::new));
            fetchablePlan = null;
        }
    }

    private void onIncident(long nowNs, Incident incident) {
        double sec = nowNs / NS_PER_SEC;
        if (incident instanceof Incident.FailNode fail) {
            changes.add(new Change(sec, "node " + fail.node() + " dies"));
            int node = nodeNumbers.getOrDefault(fail.node(), 0);
            int failure = supervisors.failNode(node);
            events.add(nowNs + scheduler.detectNs(), DETECT, node, failure);
        } else if (incident instanceof Incident.RestoreNode restore) {
            changes.add(new Change(sec, "node " + restore.node() + " is back"));
            supervisors.restoreNode(nowNs, nodeNumbers.getOrDefault(restore.node(), 0));
            aliveNodes.add(restore.node());
            planner.setAliveNodes(aliveNodes);
        } else if (incident instanceof Incident.KillWorkers kill) {
            changes.add(new Change(sec, "workers of " + kill.node() + " die"));
            supervisors.killWorkers(nowNs, nodeNumbers.getOrDefault(kill.node(), 0));
        } else if (incident instanceof Incident.Load load) {
            changes.add(new Change(sec, "load of " + load.topology() + " x" + load.factor()));
            machine.setLoad(load.topology(), load.factor());
        } else if (incident instanceof Incident.Use use) {
            changes.add(new Change(sec, "algorithm " + use.algorithm() + " " + use.parameters()));
            planner.setAlgorithm(use.algorithm(), use.parameters());
        }
    }

    /**
     * Reassigns the executors of a node from which Nimbus has received nothing for too long.
     *
     * @param failure number of the node's failure that was detected
     */
    private void onDetected(long nowNs, String node, int failure) {
        if (!supervisors.isStillDown(nodeNumbers.getOrDefault(node, 0), failure)) {
            return;
        }
        aliveNodes.remove(node);
        planner.setAliveNodes(aliveNodes);
        assignment.values().removeIf(place -> Planner.nodeOf(place).equals(node));
        Snapshot measured =
                latest == null ? machine.measure(nowNs, memoryByExecutor, e -> true) : latest;
        latest = measured;
        fetchablePlan = null;
        Planner.Answer answer = planner.evaluate(nowNs, measured, assignment);
        Map<ExecutorId, String> places =
                answer.places() == null ? planner.placeNew(measured, assignment) : answer.places();
        publishPlan(nowNs, places, "node " + node + " is lost");
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
