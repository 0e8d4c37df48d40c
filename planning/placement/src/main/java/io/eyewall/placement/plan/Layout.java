package io.eyewall.placement.plan;

import io.eyewall.placement.load.ExecutorId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Executors on places, with their cost and violations, which are kept up to date while executors
 * move; algorithms work on it. A move takes time proportional to the number of its executor's
 * neighbours times the depth of the tree.
 *
 * <p>Executors start without a place (-1). {@link #probe} computes the effect of a move, {@link
 * #commit} makes the move that was probed last. For one thread at a time.
 */
public final class Layout {
    /**
     * After this number of moves all sums are recomputed, so that rounding errors do not
     * accumulate.
     */
    private static final int MOVES_BETWEEN_RECOMPUTATIONS = 1 << 16;

    private final Problem problem;
    private final int[] places;
    private final Tally total = new Tally();
    private final Tally change = new Tally();
    private List<Term> terms;
    private CrossingTerm crossings;
    private MigrationTerm migration;
    private final int[] firstAt;
    private final int[] next;
    private final int[] previous;
    private final int[] countAt;
    private int placedCount;
    private int moves;

    private int probedExecutor = -1;
    private int probedPlace;

    /** Creates a layout of executors that have no places yet. */
    public Layout(Problem problem) {
        this.problem = problem;
        this.places = new int[problem.executorCount()];
        Arrays.fill(places, -1);
        this.firstAt = new int[problem.tree().placeCount()];
        Arrays.fill(firstAt, -1);
        this.countAt = new int[firstAt.length];
        this.next = new int[places.length];
        this.previous = new int[places.length];
        this.crossings = new CrossingTerm(problem, places);
        this.migration = new MigrationTerm(problem);
        this.terms = createTerms();
    }

    private List<Term> createTerms() {
        List<Term> list = new ArrayList<>(List.of(crossings, migration));
        list.addAll(limitTerms(places, EnumSet.of(Limit.LINKS, Limit.MEMORY)));
        if (problem.weights().openNs() > 0) {
            list.add(new UnitsTerm(problem));
        }
        list.addAll(limitTerms(places, EnumSet.of(Limit.RULES)));
        return list;
    }

    /**
     * Returns new terms for those of the given limits that the problem has.
     *
     * @param termPlaces the places of executors, which the terms read
     */
    private List<Term> limitTerms(int[] termPlaces, Set<Limit> limits) {
        List<Term> list = new ArrayList<>();
        if (limits.contains(Limit.PROCESSORS)) {
            list.add(new CrossingTerm(problem, termPlaces));
        }
        if (limits.contains(Limit.LINKS) && LinkTerm.isNeeded(problem.tree())) {
            list.add(new LinkTerm(problem, termPlaces));
        }
        if (limits.contains(Limit.MEMORY) && MemoryTerm.isNeeded(problem.tree())) {
            list.add(new MemoryTerm(problem));
        }
        if (limits.contains(Limit.RULES) && needsCountTerm()) {
            list.add(new CountTerm(problem));
        }
        return list;
    }

    private boolean needsCountTerm() {
        Rules rules = problem.rules();
        return Double.isFinite(rules.gamma())
                || rules.oneWorkerPerNode()
                || rules.exclusiveSlots()
                || !rules.mostPerNode().isEmpty()
                || !rules.incompatible().isEmpty()
                || hasForbiddenStart();
    }

    /**
     * Returns whether an executor's present place is forbidden. Only the present placement can
     * violate this rule, since no algorithm may propose such a place.
     */
    private boolean hasForbiddenStart() {
        for (int e = 0; e < places.length; e++) {
            if (problem.start(e) >= 0 && !problem.isAllowed(e, problem.start(e))) {
                return true;
            }
        }
        return false;
    }

    /** Returns a layout with executors at their present places; new executors have no place yet. */
    public static Layout atStart(Problem problem) {
        Layout layout = new Layout(problem);
        for (int e = 0; e < problem.executorCount(); e++) {
            layout.move(e, problem.start(e));
        }
        return layout;
    }

    /** Returns the placement problem. */
    public Problem problem() {
        return problem;
    }

    /** Returns an executor's place, or -1. */
    public int place(int executor) {
        return places[executor];
    }

    /** Returns a copy of all executors' places. */
    public int[] places() {
        return places.clone();
    }

    /** Returns one of the executors at a place, or -1 if there is none. */
    public int firstAt(int place) {
        return firstAt[place];
    }

    /**
     * Returns another executor at the same place, or -1 after the last one. The order has no
     * meaning.
     */
    public int next(int executor) {
        return next[executor];
    }

    /** Returns how many executors are at a place. */
    public int countAt(int place) {
        return countAt[place];
    }

    /** Returns the used share of a place's processor limits: the greatest share along its path. */
    public double fullness(int place) {
        double maxShare = 0;
        for (int v : problem.corePaths()[place]) {
            double limit = problem.tree().vertices().get(v).limits().cores();
            maxShare = Math.max(maxShare, crossings.cores(v) / limit);
        }
        return maxShare;
    }

    /** Returns whether all executors have places. */
    public boolean isComplete() {
        return placedCount == places.length;
    }

    /** Computes the effect of moving an executor. */
    public void probe(int executor, int place) {
        change.clear();
        probedExecutor = executor;
        probedPlace = place;
        int from = places[executor];
        if (from != place) {
            for (Term term : terms) {
                term.probe(executor, from, place, change);
            }
        }
    }

    /** Returns the cost after the probed move, in nanoseconds per second. */
    public double probedCost() {
        return total.cost + change.cost;
    }

    /** Returns the violation after the probed move. */
    public double probedViolation() {
        return total.violationAfter(change);
    }

    /** Returns cost and violation after the probed move. */
    public Score probedScore() {
        return new Score(probedViolation(), probedCost());
    }

    /** Makes the move that was probed last. */
    public void commit() {
        assert probedExecutor >= 0 : "commit without probe";
        int from = places[probedExecutor];
        if (from != probedPlace) {
            for (Term term : terms) {
                term.commit(probedExecutor, from, probedPlace);
            }
            unlink(probedExecutor, from);
            link(probedExecutor, probedPlace);
            total.add(change);
            if (++moves % MOVES_BETWEEN_RECOMPUTATIONS == 0) {
                moveAll(places.clone());
            }
        }
        probedExecutor = -1;
    }

    private void unlink(int executor, int place) {
        if (place < 0) {
            return;
        }
        if (previous[executor] >= 0) {
            next[previous[executor]] = next[executor];
        } else {
            firstAt[place] = next[executor];
        }
        if (next[executor] >= 0) {
            previous[next[executor]] = previous[executor];
        }
        countAt[place]--;
        placedCount--;
    }

    private void link(int executor, int place) {
        places[executor] = place;
        if (place < 0) {
            return;
        }
        previous[executor] = -1;
        next[executor] = firstAt[place];
        if (firstAt[place] >= 0) {
            previous[firstAt[place]] = executor;
        }
        firstAt[place] = executor;
        countAt[place]++;
        placedCount++;
    }

    /** Moves an executor; -1 removes it from its place. */
    public void move(int executor, int place) {
        probe(executor, place);
        commit();
    }

    /**
     * Moves all executors to the places of a copy that {@link #places()} returned, and recomputes
     * all sums.
     */
    public void moveAll(int[] to) {
        Arrays.fill(places, -1);
        Arrays.fill(firstAt, -1);
        Arrays.fill(countAt, 0);
        placedCount = 0;
        total.clear();
        crossings = new CrossingTerm(problem, places);
        migration = new MigrationTerm(problem);
        terms = createTerms();
        for (int e = 0; e < to.length; e++) {
            move(e, to[e]);
        }
    }

    /** Returns the objective, in nanoseconds per second. */
    public double cost() {
        return total.cost;
    }

    /** Returns how much limits and rules are violated; see {@link Score#violation}. */
    public double violation() {
        return total.violation();
    }

    /**
     * Returns how much limits of the given kinds are violated. Takes as much time as placing all
     * executors.
     */
    public double violation(Set<Limit> limits) {
        Tally sum = new Tally();
        int[] termPlaces = new int[places.length];
        Arrays.fill(termPlaces, -1);
        List<Term> limitTerms = limitTerms(termPlaces, limits);
        for (int e = 0; e < places.length; e++) {
            Tally effect = new Tally();
            for (Term term : limitTerms) {
                term.probe(e, -1, places[e], effect);
                term.commit(e, -1, places[e]);
            }
            termPlaces[e] = places[e];
            sum.add(effect);
        }
        return sum.violation();
    }

    /** Returns cost and violation. */
    public Score score() {
        return new Score(violation(), cost());
    }

    /**
     * Returns the processor time used at a vertex that limits it, in cores; 0 at other vertices.
     */
    public double cores(int vertex) {
        return crossings.cores(vertex);
    }

    /** Returns how many executors that had a place at the start are now at another one. */
    public int movedExecutors() {
        return migration.movedExecutors();
    }

    /** Returns how many places that were in use at the start lose or receive executors. */
    public int touchedPlaces() {
        return migration.touchedPlaces();
    }

    /** Returns the one-time cost of migration, in nanoseconds. */
    public double migrationNs() {
        return migration.onceNs();
    }

    /** Returns the place ids of all executors; those without a place are missing. */
    public Map<ExecutorId, String> assignment() {
        Map<ExecutorId, String> result = new LinkedHashMap<>();
        for (int e = 0; e < places.length; e++) {
            if (places[e] >= 0) {
                result.put(problem.executor(e), problem.tree().place(places[e]).id());
            }
        }
        return result;
    }
}
