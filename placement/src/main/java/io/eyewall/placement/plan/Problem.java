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
 * What is to be placed where, at which prices and under which rules. Executors are numbered in
 * their order, places as in the tree. Immutable.
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
    private final double mostLoad;

    /**
     * @param tree where executors may run
     * @param snapshot the executors with their load and traffic
     * @param rules what must not be violated
     * @param weights what is to be minimised beside traffic
     * @param start where executors are now, by place id; those that are new are missing
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
        this.allowed = AllowedPlaces.of(this);
        this.flows = new FlowTable(this);
        this.corePaths = LimitedPaths.of(tree, Limits::cores);
        this.mostLoad = largestPlace();
    }

    /** What the largest place may be loaded with, in cores; infinite if one has no limit. */
    private double largestPlace() {
        double most = 0;
        for (int[] path : corePaths) {
            double least = Double.POSITIVE_INFINITY;
            for (int v : path) {
                least = Math.min(least, rules.theta() * tree.vertices().get(v).limits().cores());
            }
            most = Math.max(most, least);
        }
        return most;
    }

    /** By place, the vertices that limit processor time, the lowest first. Not to be changed. */
    int[][] corePaths() {
        return corePaths;
    }

    /** Where executors may run. */
    public CostTree tree() {
        return tree;
    }

    /** Load and traffic. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** What must not be violated. */
    public Rules rules() {
        return rules;
    }

    /** What counts beside traffic. */
    public Weights weights() {
        return weights;
    }

    /** How many executors there are. */
    public int executorCount() {
        return start.length;
    }

    /** The executor with this number. */
    public ExecutorId executor(int executor) {
        return snapshot.executors().get(executor).executor();
    }

    /** The number of an executor, or -1 if it is unknown. */
    public int indexOf(ExecutorId id) {
        return indices.getOrDefault(id, -1);
    }

    /** Load and memory of an executor. */
    public ExecutorLoad load(int executor) {
        return snapshot.executors().get(executor);
    }

    /**
     * The load that limits are held against: at most what a place can take. An executor that is
     * hotter needs a place for itself, and no placement can do more for it.
     */
    public double placedLoad(int executor) {
        return Math.min(load(executor).cores(), mostLoad);
    }

    /** Where an executor is now, or -1 if it is new or its place is gone. */
    public int start(int executor) {
        return start[executor];
    }

    /** Whether an executor may be at a place. */
    public boolean isAllowed(int executor, int place) {
        return allowed[executor].get(place);
    }

    /** The places where an executor may be; not to be changed. */
    public BitSet allowedPlaces(int executor) {
        return allowed[executor];
    }

    /** The unit (see {@link Weights#openLevel}) that a place belongs to: a vertex. */
    public int unitOf(int place) {
        return tree.unitOf(place, weights.openLevel());
    }

    /** How many units there are, without boxes. */
    public int unitCount() {
        return (int)
                IntStream.range(0, tree.placeCount())
                        .filter(p -> !tree.place(p).box())
                        .map(this::unitOf)
                        .distinct()
                        .count();
    }

    /**
     * How many executors a unit may have: T-Storm's rule with as much more as it takes for all of
     * them to fit.
     */
    public int unitCap(double gamma) {
        if (Double.isInfinite(gamma)) {
            return Integer.MAX_VALUE;
        }
        int units = Math.max(1, unitCount());
        int even = (executorCount() + units - 1) / units;
        return Math.max(1, Math.max(even, (int) Math.floor(gamma * executorCount() / units)));
    }

    /** A number for an executor's topology, from 0. */
    public int topology(int executor) {
        return topologies[executor];
    }

    /** How many topologies there are. */
    public int topologyCount() {
        return topologyCount;
    }

    /** A number for an executor's component, from 0. */
    public int component(int executor) {
        return components[executor];
    }

    /** All components, in the order of their numbers. */
    public List<ComponentId> components() {
        return List.copyOf(componentIndices.keySet());
    }

    /** The number of a component, or -1 if none of its executors is here. */
    int indexOf(ComponentId component) {
        return componentIndices.getOrDefault(component, -1);
    }

    /** Who exchanges how much with whom. */
    public FlowTable flows() {
        return flows;
    }

    /** Executors that may be at few places only, by rule. */
    Set<String> ruledPlaces(int executor) {
        return rules.allowedPlaces().getOrDefault(executor(executor), Set.of());
    }
}
