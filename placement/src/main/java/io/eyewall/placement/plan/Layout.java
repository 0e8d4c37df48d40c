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
 * Executors on places, with the cost and the violations of it kept up to date while executors move:
 * what algorithms work on. A move costs its executor's neighbours times the depth of the tree.
 *
 * <p>Executors begin without a place (-1). {@link #probe} says what a move would lead to, {@link
 * #commit} makes the move that was probed last. One thread at a time.
 */
public final class Layout {
    /** After so many moves sums are made anew, lest rounding adds up. */
    private static final int MOVES_BETWEEN_SUMS = 1 << 16;

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

    /** A layout of executors that have no places yet. */
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
        this.terms = terms();
    }

    private List<Term> terms() {
        List<Term> list = new ArrayList<>(List.of(crossings, migration));
        list.addAll(limitTerms(places, EnumSet.of(Limit.LINKS, Limit.MEMORY)));
        if (problem.weights().openNs() > 0) {
            list.add(new UnitsTerm(problem));
        }
        list.addAll(limitTerms(places, EnumSet.of(Limit.RULES)));
        return list;
    }

    /** New terms for those of some limits that the problem has. */
    private List<Term> limitTerms(int[] at, Set<Limit> limits) {
        List<Term> list = new ArrayList<>();
        if (limits.contains(Limit.PROCESSORS)) {
            list.add(new CrossingTerm(problem, at));
        }
        if (limits.contains(Limit.LINKS) && LinkTerm.isNeeded(problem.tree())) {
            list.add(new LinkTerm(problem, at));
        }
        if (limits.contains(Limit.MEMORY) && MemoryTerm.isNeeded(problem.tree())) {
            list.add(new MemoryTerm(problem));
        }
        if (limits.contains(Limit.RULES) && countsExecutors()) {
            list.add(new CountTerm(problem));
        }
        return list;
    }

    private boolean countsExecutors() {
        Rules rules = problem.rules();
        return Double.isFinite(rules.gamma())
                || rules.oneWorkerPerNode()
                || rules.exclusiveSlots()
                || !rules.mostPerNode().isEmpty()
                || !rules.incompatible().isEmpty()
                || startsWhereForbidden();
    }

    /** Only the present placement can violate this: no algorithm may propose it. */
    private boolean startsWhereForbidden() {
        for (int e = 0; e < places.length; e++) {
            if (problem.start(e) >= 0 && !problem.isAllowed(e, problem.start(e))) {
                return true;
            }
        }
        return false;
    }

    /** A layout with executors where they are now; those that are new have no place yet. */
    public static Layout atStart(Problem problem) {
        Layout layout = new Layout(problem);
        for (int e = 0; e < problem.executorCount(); e++) {
            layout.move(e, problem.start(e));
        }
        return layout;
    }

    /** What is to be placed. */
    public Problem problem() {
        return problem;
    }

    /** Where an executor is, or -1. */
    public int place(int executor) {
        return places[executor];
    }

    /** Where all executors are; a copy. */
    public int[] places() {
        return places.clone();
    }

    /** One of the executors at a place, or -1 if there is none. */
    public int firstAt(int place) {
        return firstAt[place];
    }

    /** Another executor at the same place, or -1 after the last. The order is of no meaning. */
    public int next(int executor) {
        return next[executor];
    }

    /** How many executors are at a place. */
    public int countAt(int place) {
        return countAt[place];
    }

    /** How much of its processor limits a place uses: the greatest use along its path. */
    public double fullness(int place) {
        double most = 0;
        for (int v : problem.corePaths()[place]) {
            double limit = problem.tree().vertices().get(v).limits().cores();
            most = Math.max(most, crossings.cores(v) / limit);
        }
        return most;
    }

    /** Whether all executors have places. */
    public boolean isComplete() {
        return placedCount == places.length;
    }

    /** Finds out what moving an executor would lead to. */
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

    /** The cost after the move that was probed, in nanoseconds per second. */
    public double probedCost() {
        return total.cost + change.cost;
    }

    /** The violation after the move that was probed. */
    public double probedViolation() {
        return total.violationAfter(change);
    }

    /** Cost and violation after the move that was probed. */
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
            if (++moves % MOVES_BETWEEN_SUMS == 0) {
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

    /** Moves an executor; -1 takes it from its place. */
    public void move(int executor, int place) {
        probe(executor, place);
        commit();
    }

    /** Moves all executors to where they are in a copy of {@link #places()}; sums are made anew. */
    public void moveAll(int[] to) {
        Arrays.fill(places, -1);
        Arrays.fill(firstAt, -1);
        Arrays.fill(countAt, 0);
        placedCount = 0;
        total.clear();
        crossings = new CrossingTerm(problem, places);
        migration = new MigrationTerm(problem);
        terms = terms();
        for (int e = 0; e < to.length; e++) {
            move(e, to[e]);
        }
    }

    /** The objective, in nanoseconds per second. */
    public double cost() {
        return total.cost;
    }

    /** How much limits and rules are violated; see {@link Score#violation}. */
    public double violation() {
        return total.violation();
    }

    /**
     * How much limits of these kinds alone are violated; costs as much as placing all executors.
     */
    public double violation(Set<Limit> limits) {
        Tally sum = new Tally();
        int[] at = new int[places.length];
        Arrays.fill(at, -1);
        List<Term> chosen = limitTerms(at, limits);
        for (int e = 0; e < places.length; e++) {
            Tally placed = new Tally();
            for (Term term : chosen) {
                term.probe(e, -1, places[e], placed);
                term.commit(e, -1, places[e]);
            }
            at[e] = places[e];
            sum.add(placed);
        }
        return sum.violation();
    }

    /** Cost and violation. */
    public Score score() {
        return new Score(violation(), cost());
    }

    /** Processor time used at a vertex that limits it, in cores; 0 at others. */
    public double cores(int vertex) {
        return crossings.cores(vertex);
    }

    /** How many executors are not where they were at the start, of those that were somewhere. */
    public int movedExecutors() {
        return migration.movedExecutors();
    }

    /** How many places that were in use lose or get executors. */
    public int touchedPlaces() {
        return migration.touchedPlaces();
    }

    /** What migration costs once, in nanoseconds. */
    public double migrationNs() {
        return migration.onceNs();
    }

    /** Where all executors are, by place id; those without a place are missing. */
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
