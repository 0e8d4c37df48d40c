package io.eyewall.model.simulation.control;

import io.eyewall.model.simulation.machine.Places;
import io.eyewall.model.simulation.spec.ComponentSpec;
import io.eyewall.model.simulation.spec.NodeSpec;
import io.eyewall.model.simulation.spec.SchedulerSpec;
import io.eyewall.model.simulation.spec.SchedulerSpec.Adopt;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.advice.Adviser;
import io.eyewall.placement.advice.AdviserSettings;
import io.eyewall.placement.algorithm.Algorithms;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PinnedAlgorithm;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.algorithm.RoundRobinAlgorithm;
import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.PlanBuilder;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Rules;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Computes plans with the placement library. The library receives the same input as from a real
 * cluster's generator: the tree of the nodes that are believed alive, averages of measurements, and
 * the present places of executors.
 */
final class Planner {
    /**
     * The excess over a limit that counts as overload, as in {@link
     * io.eyewall.placement.advice.AdoptionRules}: a smaller excess may be noise.
     */
    private static final double MIN_OVERLOAD = 0.12;

    /** The capacity of a node is rounded to so many parts. */
    private static final int TENTHS = 10;

    private final SimulationSpec spec;
    private final Algorithms algorithms = Algorithms.onClassPath();
    private final Map<ComponentId, Set<String>> nodesByComponent = new HashMap<>();
    private int[] freeTenths;
    private Set<String> nodes = Set.of();
    private CostTree tree;
    private @Nullable Adviser adviser;
    private @Nullable PlacementAlgorithm algorithm;
    private Map<String, Double> parameters = Map.of();

    Planner(SimulationSpec spec) {
        this.spec = spec;
        this.tree = new Places(spec.cluster()).tree();
        this.freeTenths = new int[spec.cluster().nodes().size()];
        Arrays.fill(freeTenths, TENTHS);
        for (TopologySpec topology : spec.topologies()) {
            for (ComponentSpec component : topology.components()) {
                if (!component.nodes().isEmpty()) {
                    nodesByComponent.put(
                            new ComponentId(topology.name(), component.name()), component.nodes());
                }
            }
        }
        setAlgorithm(spec.scheduler().algorithm(), spec.scheduler().parameters());
    }

    /** Sets the algorithm for future plans; {@link SchedulerSpec#NONE} for none. */
    void setAlgorithm(String name, Map<String, Double> newParameters) {
        if (name.equals(SchedulerSpec.NONE)) {
            algorithm = null;
        } else {
            PlacementAlgorithm currentAlgorithm = algorithms.get(name);
            new Parameters(
                    currentAlgorithm, newParameters); // validates now instead of at the first plan
            algorithm = currentAlgorithm;
        }
        parameters = newParameters;
        adviser = null;
    }

    /** Sets the nodes that are believed alive. */
    void setAliveNodes(Set<String> alive) {
        if (!alive.equals(nodes)) {
            nodes = Set.copyOf(alive);
            rebuildTree();
        }
    }

    /**
     * Sets the overhead of workers: the cores of each node that workers use in addition to their
     * executors. Overhead moves with the workers, so plans leave the mean overhead free on every
     * node. The remaining capacity is rounded to tenths of the node, so that the tree changes
     * seldom, as in a cluster's generator.
     */
    void setOverhead(double[] cores) {
        double meanOverhead = Arrays.stream(cores).filter(each -> each > 0).average().orElse(0);
        int[] tenths = new int[cores.length];
        for (int n = 0; n < cores.length; n++) {
            double freeShare = 1 - meanOverhead / spec.cluster().nodes().get(n).cores();
            int newTenths = (int) Math.max(1, Math.floor(freeShare * TENTHS));
            boolean isNear = Math.abs(freeShare * TENTHS - freeTenths[n]) < 1;
            tenths[n] = isNear ? freeTenths[n] : newTenths;
        }
        if (!Arrays.equals(tenths, freeTenths)) {
            freeTenths = tenths;
            rebuildTree();
        }
    }

    private void rebuildTree() {
        Map<String, Double> cores = new HashMap<>();
        for (int n = 0; n < freeTenths.length; n++) {
            NodeSpec node = spec.cluster().nodes().get(n);
            cores.put(node.name(), node.cores() * freeTenths[n] / (double) TENTHS);
        }
        tree =
                Places.tree(
                        spec.cluster(),
                        node -> nodes.contains(node.name()),
                        place -> true,
                        node -> cores.getOrDefault(node.name(), 1.0));
        adviser = null;
    }

    boolean isOn() {
        return algorithm != null;
    }

    /**
     * Returns initial places for a topology without measurements.
     *
     * @param executors the topology's executors
     * @param taken places that other topologies occupy
     */
    Map<ExecutorId, String> initialPlaces(
            TopologySpec topology, List<ExecutorId> executors, Set<String> taken) {
        CostTree freePlaces =
                Places.tree(
                        spec.cluster(),
                        node -> nodes.contains(node.name()),
                        place -> !taken.contains(place),
                        NodeSpec::cores);
        Set<String> freeNodes = new HashSet<>();
        for (int p = 0; p < freePlaces.placeCount(); p++) {
            if (!freePlaces.place(p).box()) {
                freeNodes.add(nodeOf(freePlaces.place(p).id()));
            }
        }
        int workers =
                spec.scheduler().initial() == SchedulerSpec.Initial.ONE_PER_NODE
                        ? Math.min(topology.workers(), freeNodes.size())
                        : topology.workers();
        Snapshot withoutLoad =
                new Snapshot(
                        executors.stream().map(id -> new ExecutorLoad(id, 0, 0)).toList(),
                        List.of());
        Problem problem =
                new Problem(
                        freePlaces,
                        withoutLoad,
                        bindInTurn(
                                withBoundNodes(
                                        spec.scheduler().rules(), freePlaces, executors, Map.of())),
                        spec.scheduler().weights(),
                        Map.of());
        RoundRobinAlgorithm roundRobin = new RoundRobinAlgorithm();
        Layout layout = new Layout(problem);
        roundRobin.place(
                layout,
                new Parameters(roundRobin, Map.of(RoundRobinAlgorithm.WORKERS, (double) workers)),
                spec.seed());
        return layout.assignment();
    }

    /** Returns whether limits are exceeded so far that a plan is needed immediately. */
    boolean isOverloaded(Snapshot measured, Map<ExecutorId, String> present) {
        Layout layout = Layout.atStart(problem(measured, present, Map.of()));
        return !layout.isComplete() || layout.violation() >= MIN_OVERLOAD;
    }

    /**
     * The result of one evaluation.
     *
     * @param places all executors' places, or null if nothing changes
     * @param evaluateAgain whether the next measurement must be evaluated immediately
     * @param reason a short explanation
     */
    record Answer(@Nullable Map<ExecutorId, String> places, boolean evaluateAgain, String reason) {}

    /**
     * Evaluates a measurement; adopts the plan or not, as the description of the scheduler says.
     */
    Answer evaluate(long nowNs, Snapshot measured, Map<ExecutorId, String> present) {
        PlacementAlgorithm currentAlgorithm = algorithm;
        if (currentAlgorithm == null) {
            return new Answer(null, false, "no plans are made");
        }
        if (spec.scheduler().adopt() == Adopt.ALWAYS) {
            Layout layout = new Layout(problem(measured, present, Map.of()));
            currentAlgorithm.place(
                    layout, new Parameters(currentAlgorithm, parameters), spec.seed());
            Plan plan = new PlanBuilder(layout).build(currentAlgorithm.name());
            Map<ExecutorId, String> renamedPlan =
                    KeptSlots.withKeptSlots(tree, plan.assignment(), present);
            return new Answer(
                    renamedPlan.equals(present) ? null : renamedPlan,
                    false,
                    currentAlgorithm.name());
        }
        Adviser currentAdviser = adviser;
        if (currentAdviser == null) {
            currentAdviser =
                    new Adviser(
                            tree,
                            new AdviserSettings(
                                    currentAlgorithm,
                                    new Parameters(currentAlgorithm, parameters),
                                    spec.seed(),
                                    rules(measured, Map.of()),
                                    spec.scheduler().weights(),
                                    spec.scheduler().adoption()),
                            0); // no weight of the past: the monitor averages already
            adviser = currentAdviser;
        }
        Advice advice = currentAdviser.evaluate(nowNs, measured, present);
        boolean evaluateAgain =
                advice.verdict() == Advice.Verdict.WAIT_FOR_WINDOWS
                        || advice.verdict() == Advice.Verdict.WAIT_FOR_COOL_DOWN;
        return new Answer(
                advice.verdict().isAdopted()
                        ? KeptSlots.withKeptSlots(tree, advice.plan().assignment(), present)
                        : null,
                evaluateAgain,
                advice.reason());
    }

    /**
     * Returns places for executors that have none, as Nimbus assigns them without a generator: in
     * slots that are free or belong to their topology; other executors stay.
     */
    Map<ExecutorId, String> placeNew(Snapshot measured, Map<ExecutorId, String> present) {
        Map<String, String> owners = new HashMap<>();
        present.forEach((executor, place) -> owners.put(place, executor.topology()));
        Map<ExecutorId, Set<String>> allowed = new HashMap<>();
        for (ExecutorId executor : measured.executorIds()) {
            if (!present.containsKey(executor)) {
                Set<String> places = new TreeSet<>();
                for (int p = 0; p < tree.placeCount(); p++) {
                    String id = tree.place(p).id();
                    String owner = owners.getOrDefault(id, executor.topology());
                    if (!tree.place(p).box() && owner.equals(executor.topology())) {
                        places.add(id);
                    }
                }
                allowed.put(executor, places);
            }
        }
        PinnedAlgorithm pinned = new PinnedAlgorithm();
        Layout layout = new Layout(problem(measured, present, allowed));
        pinned.place(layout, new Parameters(pinned, Map.of()), spec.seed());
        return layout.assignment();
    }

    private Problem problem(
            Snapshot measured,
            Map<ExecutorId, String> present,
            Map<ExecutorId, Set<String>> allowed) {
        return new Problem(
                tree, measured, rules(measured, allowed), spec.scheduler().weights(), present);
    }

    private Rules rules(Snapshot measured, Map<ExecutorId, Set<String>> allowed) {
        return withBoundNodes(spec.scheduler().rules(), tree, measured.executorIds(), allowed);
    }

    /** Restricts each executor that may run on certain nodes to one of these nodes, in turn. */
    private static Rules bindInTurn(Rules bound) {
        Map<ExecutorId, Set<String>> allowed = new HashMap<>();
        Map<ComponentId, Integer> turnByComponent = new HashMap<>();
        for (ExecutorId executor : new TreeSet<>(bound.allowedPlaces().keySet())) {
            Set<String> places = bound.allowedPlaces().getOrDefault(executor, Set.of());
            List<String> nodes = places.stream().map(Planner::nodeOf).distinct().sorted().toList();
            int turn = turnByComponent.merge(executor.componentId(), 1, Integer::sum) - 1;
            String node = nodes.get(turn % nodes.size());
            Set<String> placesOfNode = new TreeSet<>(places);
            placesOfNode.removeIf(place -> !nodeOf(place).equals(node));
            allowed.put(executor, placesOfNode);
        }
        return bound.withAllowedPlaces(allowed);
    }

    /** Returns the rules together with the nodes to which the description binds components. */
    private Rules withBoundNodes(
            Rules rules,
            CostTree placeTree,
            List<ExecutorId> executors,
            Map<ExecutorId, Set<String>> allowed) {
        Map<ExecutorId, Set<String>> places = new HashMap<>(allowed);
        for (ExecutorId executor : executors) {
            Set<String> bound = nodesByComponent.get(executor.componentId());
            if (bound != null) {
                Set<String> placesOfNode = new TreeSet<>();
                for (int p = 0; p < placeTree.placeCount(); p++) {
                    if (bound.contains(nodeOf(placeTree.place(p).id()))) {
                        placesOfNode.add(placeTree.place(p).id());
                    }
                }
                if (placesOfNode.isEmpty()) {
                    throw new IllegalArgumentException(
                            "component "
                                    + executor.componentId()
                                    + " may run on nodes "
                                    + new TreeSet<>(bound)
                                    + " only, none of which has a place; name others or add slots");
                }
                places.put(executor, placesOfNode);
            }
        }
        return places.isEmpty() ? rules : rules.withAllowedPlaces(places);
    }

    /** Returns the node of a place: the part before the port or the core. */
    static String nodeOf(String place) {
        int colon = place.lastIndexOf(':');
        return colon < 0 ? place : place.substring(0, colon);
    }
}
