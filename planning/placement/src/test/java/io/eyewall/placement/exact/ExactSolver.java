package io.eyewall.placement.exact;

import com.google.ortools.Loader;
import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.place.Limits;
import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A second formulation of the placement problem, for CP-SAT: without incremental sums, from the
 * definition of each price and limit. Covers traffic, open units and migration by executor; limits
 * of processor time (with crossings), memory and links; slots. Costs are rounded to nanoseconds per
 * second, loads to millionths of a core.
 */
public final class ExactSolver {
    private static final double LOAD_UNIT = 1e6;

    private final Problem problem;
    private final CostTree tree;
    private final CpModel model = new CpModel();
    private final LinearExprBuilder objective = LinearExpr.newBuilder();
    private final BoolVar[][] at;
    private final Map<Integer, LinearExprBuilder> cores = new HashMap<>();
    private final Map<Integer, LinearExprBuilder> memory = new HashMap<>();
    private final Map<Integer, LinearExprBuilder> up = new HashMap<>();
    private final Map<Integer, LinearExprBuilder> down = new HashMap<>();

    /** The solver's result. */
    public record Solution(List<Integer> places, boolean proven) {}

    static {
        Loader.loadNativeLibraries();
    }

    public ExactSolver(Problem problem) {
        this.problem = problem;
        this.tree = problem.tree();
        this.at = new BoolVar[problem.executorCount()][tree.placeCount()];
        placeExecutors();
        linkPairs();
        limit();
        openUnits();
        slots();
        model.minimize(objective);
    }

    /** Gives the solver a starting point; the proof does not depend on it. */
    public ExactSolver hint(int[] places) {
        for (int e = 0; e < at.length; e++) {
            for (int p = 0; p < at[e].length; p++) {
                model.addHint(at[e][p], places[e] == p ? 1 : 0);
            }
        }
        return this;
    }

    /**
     * Returns null if the problem is proven infeasible, or no solution was found.
     *
     * @param effort the limit, in the solver's deterministic time, about seconds
     */
    public @Nullable Solution solve(double effort) {
        CpSolver solver = new CpSolver();
        solver.getParameters().setMaxDeterministicTime(effort);
        solver.getParameters().setNumWorkers(1);
        solver.getParameters().setRandomSeed(1);
        solver.getParameters().setLinearizationLevel(2);
        CpSolverStatus status = solver.solve(model);
        if (status != CpSolverStatus.OPTIMAL && status != CpSolverStatus.FEASIBLE) {
            return null;
        }
        List<Integer> places = new ArrayList<>();
        for (int e = 0; e < at.length; e++) {
            for (int p = 0; p < at[e].length; p++) {
                if (solver.booleanValue(at[e][p])) {
                    places.add(p);
                }
            }
        }
        return new Solution(places, status == CpSolverStatus.OPTIMAL);
    }

    private void placeExecutors() {
        for (int e = 0; e < at.length; e++) {
            for (int p = 0; p < tree.placeCount(); p++) {
                at[e][p] = model.newBoolVar("at_" + e + "_" + p);
                for (int v : tree.path(p)) {
                    add(cores, v, at[e][p], Math.round(problem.placedLoad(e) * LOAD_UNIT));
                    add(memory, v, at[e][p], Math.round(problem.load(e).memoryBytes()));
                }
                if (problem.start(e) >= 0 && problem.start(e) != p) {
                    double once = problem.weights().migration().perExecutorNs();
                    objective.addTerm(
                            at[e][p],
                            Math.round(once / problem.weights().migration().horizonSec()));
                }
            }
            model.addExactlyOne(at[e]);
        }
    }

    private void linkPairs() {
        FlowTable flows = problem.flows();
        for (int e = 0; e < at.length; e++) {
            for (int k = flows.first(e); k < flows.first(e + 1); k++) {
                if (flows.other(k) > e) {
                    linkPair(e, flows.other(k), flows, k);
                }
            }
        }
    }

    /**
     * Creates one variable per pair of places; rows and columns sum up to the two executors'
     * places.
     */
    private void linkPair(int e, int f, FlowTable flows, int k) {
        int n = tree.placeCount();
        BoolVar[][] both = new BoolVar[n][n];
        for (int p = 0; p < n; p++) {
            for (int q = 0; q < n; q++) {
                both[p][q] = model.newBoolVar("both_" + k + "_" + p + "_" + q);
                Level level = tree.meet(p, q);
                Crossing crossing = tree.crossings().at(level);
                double price =
                        crossing.nsPerSec(
                                flows.inTuples(k) + flows.outTuples(k),
                                flows.inBytes(k) + flows.outBytes(k));
                objective.addTerm(both[p][q], Math.round(price));
                long spent = Math.round(price * crossing.cpuFraction() / 2 / 1e9 * LOAD_UNIT);
                for (int v : tree.path(p)) {
                    add(cores, v, both[p][q], spent);
                    if (!tree.isBeneath(q, v)) {
                        add(up, v, both[p][q], Math.round(flows.outBytes(k)));
                        add(down, v, both[p][q], Math.round(flows.inBytes(k)));
                    }
                }
                for (int v : tree.path(q)) {
                    add(cores, v, both[p][q], spent);
                    if (!tree.isBeneath(p, v)) {
                        add(up, v, both[p][q], Math.round(flows.inBytes(k)));
                        add(down, v, both[p][q], Math.round(flows.outBytes(k)));
                    }
                }
            }
        }
        for (int p = 0; p < n; p++) {
            LinearExprBuilder row = LinearExpr.newBuilder();
            LinearExprBuilder column = LinearExpr.newBuilder();
            for (int q = 0; q < n; q++) {
                row.add(both[p][q]);
                column.add(both[q][p]);
            }
            model.addEquality(row, at[e][p]);
            model.addEquality(column, at[f][p]);
        }
    }

    private static void add(
            Map<Integer, LinearExprBuilder> sums, int vertex, BoolVar variable, long factor) {
        if (factor != 0) {
            sums.computeIfAbsent(vertex, v -> LinearExpr.newBuilder()).addTerm(variable, factor);
        }
    }

    private void limit() {
        for (int v = 0; v < tree.vertices().size(); v++) {
            Limits limits = tree.vertices().get(v).limits();
            if (Double.isFinite(limits.cores())) {
                double allowed = limits.cores() * problem.rules().theta() * LOAD_UNIT;
                limit(cores, v, allowed);
            }
            limit(memory, v, limits.memoryBytes());
            limit(up, v, limits.uplinkBytesPerSec());
            limit(down, v, limits.uplinkBytesPerSec());
        }
    }

    private void limit(Map<Integer, LinearExprBuilder> sums, int vertex, double most) {
        if (Double.isFinite(most) && sums.containsKey(vertex)) {
            model.addLessOrEqual(sums.get(vertex), (long) Math.floor(most));
        }
    }

    private void openUnits() {
        double openNs = problem.weights().openNs();
        if (openNs == 0) {
            return;
        }
        Map<Integer, BoolVar> open = new HashMap<>();
        for (int p = 0; p < tree.placeCount(); p++) {
            int unit = problem.unitOf(p);
            BoolVar variable =
                    open.computeIfAbsent(
                            unit,
                            u -> {
                                BoolVar created = model.newBoolVar("open_" + u);
                                objective.addTerm(created, Math.round(openNs));
                                return created;
                            });
            for (BoolVar[] executor : at) {
                model.addImplication(executor[p], variable);
            }
        }
    }

    /** Adds the rules of one slot per topology and node, and one topology per slot. */
    private void slots() {
        boolean oneWorker = problem.rules().oneWorkerPerNode();
        boolean exclusive = problem.rules().exclusiveSlots();
        for (int e = 0; e < at.length; e++) {
            for (int f = e + 1; f < at.length; f++) {
                boolean same = problem.topology(e) == problem.topology(f);
                for (int p = 0; p < tree.placeCount(); p++) {
                    if (exclusive && !same) {
                        model.addAtMostOne(new BoolVar[] {at[e][p], at[f][p]});
                    }
                    for (int q = 0; oneWorker && same && q < tree.placeCount(); q++) {
                        boolean sameNode = tree.unitOf(p, Level.NODE) == tree.unitOf(q, Level.NODE);
                        if (p != q && sameNode) {
                            model.addAtMostOne(new BoolVar[] {at[e][p], at[f][q]});
                        }
                    }
                }
            }
        }
    }
}
