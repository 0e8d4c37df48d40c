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
 * Computes plans with the placement library. It passes the same input as a real cluster's
 * generator: the tree of the nodes that are believed alive, averages of measurements, and the
 * present places of executors.
 */
final class Planner {
    /**
     * The excess over a limit that counts as overload, as in {@link
     * io.eyewall.placement.advice.AdoptionRules}: a smaller excess may be noise.
     */
    private static final double OVERLOAD = 0.12;

    private static final int TENTHS = 10;

    private final SimulationSpec spec;
    private final Algorithms algorithms = Algorithms.onClassPath();
    private final Map<ComponentId, Set<String>> boundTo = new HashMap<>();
    private int[] leftTenths;
    private Set<String> nodes = Set.of();
    private CostTree tree;
    private @Nullable Adviser adviser;
    private @Nullable PlacementAlgorithm algorithm;
    private Map<String, Double> parameters = Map.of();

    Planner(SimulationSpec spec) {
        this.spec = spec;
        this.tree = new Places(spec.cluster()).tree();
        this.leftTenths = new int[spec.cluster().nodes().size()];
        Arrays.fill(leftTenths, TENTHS);
        for (TopologySpec topology : spec.topologies()) {
            for (ComponentSpec component : topology.components()) {
                if (!component.nodes().isEmpty()) {
                    boundTo.put(
                            new ComponentId(topology.name(), component.name()), component.nodes());
                }
            }
        }
        use(spec.scheduler().algorithm(), spec.scheduler().parameters());
    }

    /** Sets the algorithm for future plans; {@link SchedulerSpec#NONE} for none. */
    void use(String name, Map<String, Double> itsParameters) {
        if (name.equals(SchedulerSpec.NONE)) {
            algorithm = null;
        } else {
            PlacementAlgorithm chosen = algorithms.get(name);
            new Parameters(chosen, itsParameters); // validates now instead of at the first plan
            algorithm = chosen;
        }
        parameters = itsParameters;
        adviser = null;
    }

    /** Sets the nodes that are believed alive. */
    void onNodes(Set<String> alive) {
        if (!alive.equals(nodes)) {
            nodes = Set.copyOf(alive);
            rebuildTree();
        }
    }

    /**
     * Sets the cores of each node that workers use beside their executors. This use moves with the
     * workers, so the mean is kept free on every node. The remaining capacity is rounded to tenths
     * of the node, so that the tree changes seldom, as in a cluster's generator.
     */
    void onOverhead(double[] cores) {
        double beside = Arrays.stream(cores).filter(each -> each > 0).average().orElse(0);
        int[] tenths = new int[cores.length];
        for (int n = 0; n < cores.length; n++) {
            double left = 1 - beside / spec.cluster().nodes().get(n).cores();
            int exact = (int) Math.max(1, Math.floor(left * TENTHS));
            boolean isNear = Math.abs(left * TENTHS - leftTenths[n]) < 1;
            tenths[n] = isNear ? leftTenths[n] : exact;
        }
        if (!Arrays.equals(tenths, leftTenths)) {
            leftTenths = tenths;
            rebuildTree();
        }
    }

    private void rebuildTree() {
        Map<String, Double> cores = new HashMap<>();
        for (int n = 0; n < leftTenths.length; n++) {
            NodeSpec node = spec.cluster().nodes().get(n);
            cores.put(node.name(), node.cores() * leftTenths[n] / (double) TENTHS);
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
     * @param executors of the topology
     * @param taken places that other topologies occupy
     */
    Map<ExecutorId, String> initial(
            TopologySpec topology, List<ExecutorId> executors, Set<String> taken) {
        CostTree free =
                Places.tree(
                        spec.cluster(),
                        node -> nodes.contains(node.name()),
                        place -> !taken.contains(place),
                        NodeSpec::cores);
        Set<String> freeNodes = new HashSet<>();
        for (int p = 0; p < free.placeCount(); p++) {
            if (!free.place(p).box()) {
                freeNodes.add(nodeOf(free.place(p).id()));
            }
        }
        int workers =
                spec.scheduler().initial() == SchedulerSpec.Initial.ONE_PER_NODE
                        ? Math.min(topology.workers(), freeNodes.size())
                        : topology.workers();
        Snapshot nothing =
                new Snapshot(
                        executors.stream().map(id -> new ExecutorLoad(id, 0, 0)).toList(),
                        List.of());
        Problem problem =
                new Problem(
                        free,
                        nothing,
                        bindInTurn(bound(spec.scheduler().rules(), free, executors, Map.of())),
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
        return !layout.isComplete() || layout.violation() >= OVERLOAD;
    }

    /**
     * The result of one evaluation.
     *
     * @param places all executors' places, or null if nothing changes
     * @param again whether to evaluate again at the next measurement
     * @param reason a short explanation
     */
    record Answer(@Nullable Map<ExecutorId, String> places, boolean again, String reason) {}

    /** Evaluates a measurement, with the adoption policy of the description. */
    Answer evaluate(long nowNs, Snapshot measured, Map<ExecutorId, String> present) {
        PlacementAlgorithm chosen = algorithm;
        if (chosen == null) {
            return new Answer(null, false, "no plans are made");
        }
        if (spec.scheduler().adopt() == Adopt.ALWAYS) {
            Layout layout = new Layout(problem(measured, present, Map.of()));
            chosen.place(layout, new Parameters(chosen, parameters), spec.seed());
            Plan plan = new PlanBuilder(layout).build(chosen.name());
            Map<ExecutorId, String> kept = KeptSlots.of(tree, plan.assignment(), present);
            return new Answer(kept.equals(present) ? null : kept, false, chosen.name());
        }
        Adviser asked = adviser;
        if (asked == null) {
            asked =
                    new Adviser(
                            tree,
                            new AdviserSettings(
                                    chosen,
                                    new Parameters(chosen, parameters),
                                    spec.seed(),
                                    rules(measured, Map.of()),
                                    spec.scheduler().weights(),
                                    spec.scheduler().adoption()),
                            0); // the monitor averages already
            adviser = asked;
        }
        Advice advice = asked.evaluate(nowNs, measured, present);
        boolean again =
                advice.verdict() == Advice.Verdict.WAIT_FOR_WINDOWS
                        || advice.verdict() == Advice.Verdict.WAIT_FOR_COOL_DOWN;
        return new Answer(
                advice.verdict().isAdopted()
                        ? KeptSlots.of(tree, advice.plan().assignment(), present)
                        : null,
                again,
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
        return bound(spec.scheduler().rules(), tree, measured.executorIds(), allowed);
    }

    /** Binds each executor that may run on several nodes to one of them, in turn. */
    private static Rules bindInTurn(Rules bound) {
        Map<ExecutorId, Set<String>> allowed = new HashMap<>();
        Map<ComponentId, Integer> turns = new HashMap<>();
        for (ExecutorId executor : new TreeSet<>(bound.allowedPlaces().keySet())) {
            Set<String> places = bound.allowedPlaces().getOrDefault(executor, Set.of());
            List<String> nodes = places.stream().map(Planner::nodeOf).distinct().sorted().toList();
            int turn = turns.merge(executor.componentId(), 1, Integer::sum) - 1;
            String node = nodes.get(turn % nodes.size());
            Set<String> there = new TreeSet<>(places);
            there.removeIf(place -> !nodeOf(place).equals(node));
            allowed.put(executor, there);
        }
        return bound.withAllowedPlaces(allowed);
    }

    /** Returns the rules with the nodes that components are bound to. */
    private Rules bound(
            Rules rules,
            CostTree where,
            List<ExecutorId> executors,
            Map<ExecutorId, Set<String>> allowed) {
        Map<ExecutorId, Set<String>> places = new HashMap<>(allowed);
        for (ExecutorId executor : executors) {
            Set<String> bound = boundTo.get(executor.componentId());
            if (bound != null) {
                Set<String> there = new TreeSet<>();
                for (int p = 0; p < where.placeCount(); p++) {
                    if (bound.contains(nodeOf(where.place(p).id()))) {
                        there.add(where.place(p).id());
                    }
                }
                if (there.isEmpty()) {
                    throw new IllegalArgumentException(
                            "component "
                                    + executor.componentId()
                                    + " may run on nodes "
                                    + new TreeSet<>(bound)
                                    + " only, none of which has a place; name others or add slots");
                }
                places.put(executor, there);
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
