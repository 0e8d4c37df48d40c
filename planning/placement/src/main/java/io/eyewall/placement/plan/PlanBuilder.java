package io.eyewall.placement.plan;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Creates the plan of a complete layout: sums costs by kind, and finds moves that limits forbid.
 */
public final class PlanBuilder {
    /** Maximum number of executors that are examined for moves that limits forbid. */
    private static final int MAX_EXAMINED = 500;

    private static final int MAX_BINDING = 5;

    private final Layout layout;
    private final Problem problem;
    private final CostTree tree;

    /**
     * Creates a builder.
     *
     * @param layout a complete layout
     */
    public PlanBuilder(Layout layout) {
        if (!layout.isComplete()) {
            throw new IllegalArgumentException(
                    "plan: some executors have no place; the algorithm must place all "
                            + layout.problem().executorCount());
        }
        this.layout = layout;
        this.problem = layout.problem();
        this.tree = problem.tree();
    }

    /** Returns the plan, labelled with the algorithm's name and parameters. */
    public Plan build(String algorithm) {
        Set<Integer> unitsInUse = new HashSet<>();
        List<Plan.Move> moves = new ArrayList<>();
        for (int e = 0; e < problem.executorCount(); e++) {
            unitsInUse.add(problem.unitOf(layout.place(e)));
            if (problem.start(e) >= 0 && problem.start(e) != layout.place(e)) {
                moves.add(
                        new Plan.Move(
                                problem.executor(e),
                                placeId(problem.start(e)),
                                placeId(layout.place(e))));
            }
        }
        List<Plan.VertexLoad> loads = loads();
        return new Plan(
                algorithm,
                layout.assignment(),
                layout.score(),
                startScore(),
                traffic(),
                balance(),
                unitsInUse.size(),
                unitsInUse.size() * problem.weights().openNs(),
                moves,
                layout.migrationNs(),
                loads,
                broken(loads),
                binding());
    }

    private String placeId(int place) {
        return tree.place(place).id();
    }

    private @Nullable Score startScore() {
        Layout start = Layout.atStart(problem);
        return start.isComplete() ? start.score() : null;
    }

    private Map<Level, Plan.LevelCost> traffic() {
        Map<Level, Plan.LevelCost> byLevel = new EnumMap<>(Level.class);
        FlowTable flows = problem.flows();
        for (int e = 0; e < problem.executorCount(); e++) {
            for (int k = flows.first(e); k < flows.first(e + 1); k++) {
                if (flows.other(k) < e) {
                    continue; // the pair is counted at its other executor
                }
                Level level = tree.meet(layout.place(e), layout.place(flows.other(k)));
                byLevel.merge(
                        level,
                        new Plan.LevelCost(
                                flows.inTuples(k) + flows.outTuples(k),
                                flows.inBytes(k) + flows.outBytes(k),
                                flows.price(k, level.height())),
                        (one, other) ->
                                new Plan.LevelCost(
                                        one.tuplesPerSec() + other.tuplesPerSec(),
                                        one.bytesPerSec() + other.bytesPerSec(),
                                        one.nsPerSec() + other.nsPerSec()));
            }
        }
        return byLevel;
    }

    private double balance() {
        double sum = 0;
        Set<Integer> lowest = new HashSet<>();
        for (int p = 0; p < tree.placeCount(); p++) {
            int[] path = problem.corePaths()[p];
            if (path.length > 0 && lowest.add(path[0])) {
                double capacity = tree.vertices().get(path[0]).limits().cores();
                double use = layout.cores(path[0]) / capacity;
                sum += problem.weights().balanceNs() * capacity * use * use;
            }
        }
        return sum;
    }

    private List<Plan.VertexLoad> loads() {
        List<Plan.VertexLoad> loads = new ArrayList<>();
        for (int v = 0; v < tree.vertices().size(); v++) {
            double limit = tree.vertices().get(v).limits().cores();
            if (Double.isFinite(limit)) {
                int executors = 0;
                double uncountedCores = 0; // load that exceeds Problem.placedLoad
                int first = tree.firstPlace(v);
                for (int p = first; p < first + tree.placesBeneath(v); p++) {
                    executors += layout.countAt(p);
                    for (int e = layout.firstAt(p); e >= 0; e = layout.next(e)) {
                        uncountedCores += problem.load(e).cores() - problem.placedLoad(e);
                    }
                }
                loads.add(
                        new Plan.VertexLoad(
                                tree.vertices().get(v).id(),
                                executors,
                                layout.cores(v) + uncountedCores,
                                limit));
            }
        }
        return loads;
    }

    private List<String> broken(List<Plan.VertexLoad> loads) {
        List<String> sentences = new ArrayList<>();
        if (layout.score().isFeasible()) {
            return sentences;
        }
        double theta = problem.rules().theta();
        for (Plan.VertexLoad load : loads) {
            if (load.cores() > load.limit() * theta * (1 + 1e-9)) {
                sentences.add(
                        String.format(
                                Locale.ROOT,
                                "%s: %.3f cores of load, %.3f allowed (%.0f%% of %.3f)",
                                load.vertex(),
                                load.cores(),
                                load.limit() * theta,
                                100 * theta,
                                load.limit()));
            }
        }
        if (sentences.isEmpty()) {
            sentences.add("a limit of memory or bandwidth, or a rule of counts or places");
        }
        return sentences;
    }

    /** Returns the moves to places of neighbours that would save cost, but that limits forbid. */
    private List<Plan.Binding> binding() {
        Map<ExecutorId, Plan.Binding> best = new TreeMap<>();
        FlowTable flows = problem.flows();
        double violation = layout.violation();
        for (int e = 0; e < Math.min(problem.executorCount(), MAX_EXAMINED); e++) {
            Set<Integer> triedPlaces = new HashSet<>(Set.of(layout.place(e)));
            for (int k = flows.first(e); k < flows.first(e + 1); k++) {
                int place = layout.place(flows.other(k));
                if (!triedPlaces.add(place) || !problem.isAllowed(e, place)) {
                    continue;
                }
                layout.probe(e, place);
                double saved = layout.cost() - layout.probedCost();
                Plan.Binding bestOfExecutor = best.get(problem.executor(e));
                if (layout.probedViolation() > violation
                        && saved > 1e-6 * layout.cost()
                        && (bestOfExecutor == null || bestOfExecutor.savedNsPerSec() < saved)) {
                    best.put(
                            problem.executor(e),
                            new Plan.Binding(
                                    problem.executor(e),
                                    placeId(place),
                                    saved,
                                    layout.probedViolation()));
                }
            }
        }
        return best.values().stream()
                .sorted(Comparator.comparingDouble(Plan.Binding::savedNsPerSec).reversed())
                .limit(MAX_BINDING)
                .toList();
    }
}
