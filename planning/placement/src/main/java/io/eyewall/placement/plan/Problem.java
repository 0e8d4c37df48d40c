package io.eyewall.placement.plan;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Limits;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A placement problem: executors, places, prices and rules. Executors are numbered in their order,
 * places as in the tree. Immutable.
 */
public final class Problem {
    private final CostTree tree;
    private final Snapshot snapshot;
    private final Rules rules;
    private final Weights weights;
    private final int[] start;
    private final BitSet[] allowed;
    private final FlowTable flows;
    private final Map<ExecutorId, Integer> indices = new HashMap<>();
    private final int[] topologies;
    private final int[] components;
    private final Map<ComponentId, Integer> componentIndices = new LinkedHashMap<>();
    private final int topologyCount;
    private final int[][] corePaths;
    private final double maxLoadOfPlace;

    /**
     * Creates a problem.
     *
     * @param tree the places where executors may run
     * @param snapshot the executors with their load and traffic
     * @param rules the rules that must not be violated
     * @param weights the costs in addition to traffic
     * @param start the ids of the executors' present places; new executors are missing
     */
    public Problem(
            CostTree tree,
            Snapshot snapshot,
            Rules rules,
            Weights weights,
            Map<ExecutorId, String> start) {
        this.tree = tree;
        this.snapshot = snapshot;
        this.rules = rules;
        this.weights = weights;
        int n = snapshot.executors().size();
        this.start = new int[n];
        this.topologies = new int[n];
        this.components = new int[n];
        Map<String, Integer> topologyIndices = new HashMap<>();
        for (int e = 0; e < n; e++) {
            ExecutorId id = executor(e);
            indices.put(id, e);
            this.start[e] = start.containsKey(id) ? tree.indexOf(start.get(id)) : -1;
            topologies[e] =
                    topologyIndices.computeIfAbsent(id.topology(), t -> topologyIndices.size());
            components[e] =
                    componentIndices.computeIfAbsent(
                            id.componentId(), c -> componentIndices.size());
        }
        this.topologyCount = topologyIndices.size();
        this.allowed = AllowedPlaces.byExecutor(this);
        this.flows = new FlowTable(this);
        this.corePaths = LimitedPaths.byPlace(tree, Limits::cores);
        this.maxLoadOfPlace = computeMaxLoadOfPlace();
    }

    /**
     * Returns the load that the largest place may have, in cores; infinite if a place has no limit.
     */
    private double computeMaxLoadOfPlace() {
        double maxOfPlaces = 0;
        for (int[] path : corePaths) {
            double minOnPath = Double.POSITIVE_INFINITY;
            for (int v : path) {
                minOnPath =
                        Math.min(
                                minOnPath, rules.theta() * tree.vertices().get(v).limits().cores());
            }
            maxOfPlaces = Math.max(maxOfPlaces, minOnPath);
        }
        return maxOfPlaces;
    }

    /**
     * Returns, by place, the vertices on its path that limit processor time, the lowest first.
     * Callers must not change the arrays.
     */
    int[][] corePaths() {
        return corePaths;
    }

    /** Returns the places where executors may run. */
    public CostTree tree() {
        return tree;
    }

    /** Returns load and traffic. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** Returns the rules that must not be violated. */
    public Rules rules() {
        return rules;
    }

    /** Returns the costs in addition to traffic. */
    public Weights weights() {
        return weights;
    }

    /** Returns the number of executors. */
    public int executorCount() {
        return start.length;
    }

    /** Returns the executor with a number. */
    public ExecutorId executor(int executor) {
        return snapshot.executors().get(executor).executor();
    }

    /** Returns the number of an executor, or -1 if it is unknown. */
    public int indexOf(ExecutorId id) {
        return indices.getOrDefault(id, -1);
    }

    /** Returns load and memory of an executor. */
    public ExecutorLoad load(int executor) {
        return snapshot.executors().get(executor);
    }

    /**
     * Returns the load that counts towards limits, in cores: the executor's load, but at most the
     * load that the largest place may have. An executor with more load violates the limit at every
     * place; with the bound, a placement that gives it the largest place alone violates none.
     */
    public double placedLoad(int executor) {
        return Math.min(load(executor).cores(), maxLoadOfPlace);
    }

    /**
     * Returns an executor's present place, or -1 if the executor is new or the place no longer
     * exists.
     */
    public int start(int executor) {
        return start[executor];
    }

    /** Returns whether an executor may be at a place. */
    public boolean isAllowed(int executor, int place) {
        return allowed[executor].get(place);
    }

    /** Returns the places where an executor may be. Callers must not change the set. */
    public BitSet allowedPlaces(int executor) {
        return allowed[executor];
    }

    /** Returns the vertex that is the unit of a place (see {@link Weights#openLevel}). */
    public int unitOf(int place) {
        return tree.unitOf(place, weights.openLevel());
    }

    /** Returns the number of units, without boxes. */
    public int unitCount() {
        return (int)
                IntStream.range(0, tree.placeCount())
                        .filter(p -> !tree.place(p).box())
                        .map(this::unitOf)
                        .distinct()
                        .count();
    }

    /**
     * Returns how many executors a unit may have: T-Storm's limit, raised if necessary so that all
     * executors fit.
     */
    public int unitCap(double gamma) {
        if (Double.isInfinite(gamma)) {
            return Integer.MAX_VALUE;
        }
        int units = Math.max(1, unitCount());
        int evenCount = (executorCount() + units - 1) / units;
        return Math.max(1, Math.max(evenCount, (int) Math.floor(gamma * executorCount() / units)));
    }

    /** Returns the number of an executor's topology, from 0. */
    public int topology(int executor) {
        return topologies[executor];
    }

    /** Returns the number of topologies. */
    public int topologyCount() {
        return topologyCount;
    }

    /** Returns the number of an executor's component, from 0. */
    public int component(int executor) {
        return components[executor];
    }

    /** Returns all components, in the order of their numbers. */
    public List<ComponentId> components() {
        return List.copyOf(componentIndices.keySet());
    }

    /** Returns the number of a component, or -1 if the problem has none of its executors. */
    int indexOf(ComponentId component) {
        return componentIndices.getOrDefault(component, -1);
    }

    /** Returns the traffic between executors. */
    public FlowTable flows() {
        return flows;
    }

    /**
     * Returns the ids of the only places where a rule allows the executor; empty without such a
     * rule.
     */
    Set<String> ruledPlaces(int executor) {
        return rules.allowedPlaces().getOrDefault(executor(executor), Set.of());
    }
}
