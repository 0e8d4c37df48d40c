package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.SplittableRandom;

/**
 * Simulated annealing with soft limits: a violation has a price, which rises while the temperature
 * falls, so that the search can pass through placements that are too full. Each run starts with a
 * higher price than the one before: with a low price, the search may find only cheap placements
 * that violate limits.
 *
 * <p>It tries moves to the places of neighbours, swaps with executors there, and sometimes the move
 * of a group: all executors of a topology at one place, or executors there that exchange most with
 * one another. If a link is limited, the path from one good cut to another leads through placements
 * that are never accepted, unless all executors in between move together.
 */
final class Annealing {
    private static final int SAMPLES = 200;

    /** Temperatures, in typical changes of the cost. */
    private static final double HOT = 3;

    private static final double COLD = 1e-2;

    /**
     * Prices of exceeding a limit by its whole size, in typical changes of the cost; for the first
     * run.
     */
    private static final double FIRST_PRICE = 5;

    private static final double LAST_PRICE = 5000;
    private static final double PRICE_FACTOR_PER_RUN = 10;

    /** Temperatures of a run for which only the violation counts. */
    private static final double HOT_VIOLATION = 0.1;

    private static final double COLD_VIOLATION = 1e-2;

    /** The run for which only the violation counts, if there still is one. */
    private static final int RUN_FOR_LIMITS = 1;

    private final Layout layout;
    private final Problem problem;
    private final FlowTable flows;
    private final Best best;
    private final Candidates candidates;
    private final int placeCount;
    private final Group group;

    private double temperature;
    private double costWeight;
    private double violationPrice;
    private boolean bestIsHere;

    Annealing(Layout layout, Candidates candidates, Best best) {
        this.layout = layout;
        this.problem = layout.problem();
        this.flows = problem.flows();
        this.candidates = candidates;
        this.best = best;
        this.placeCount = problem.tree().placeCount();
        this.group = new Group(layout);
    }

    /**
     * Tries a number of moves, starting from the layout's current placement.
     *
     * @param number the number of the run, from 0
     * @param forLimits whether to ignore cost while limits are violated
     */
    void run(SplittableRandom random, int trials, int number, boolean forLimits) {
        double scale = typicalChange(random);
        boolean isFeasible = best.score().isFeasible();
        boolean isCostFlat = scale == 0; // for example without traffic
        if (placeCount < 2 || (isCostFlat && isFeasible)) {
            return;
        }
        boolean isRunForLimits = forLimits || isCostFlat || number == RUN_FOR_LIMITS;
        if (isRunForLimits && !isFeasible) {
            costWeight = 0;
            run(random, trials, HOT_VIOLATION, COLD_VIOLATION, 1, 1);
        } else {
            costWeight = 1 / scale;
            double price = FIRST_PRICE * Math.pow(PRICE_FACTOR_PER_RUN, number);
            run(random, trials, HOT, COLD, price, price * LAST_PRICE / FIRST_PRICE);
        }
    }

    private void run(
            SplittableRandom random,
            int trials,
            double hot,
            double cold,
            double firstPrice,
            double lastPrice) {
        double cooling = Math.pow(cold / hot, 1.0 / trials);
        double pricing = Math.pow(lastPrice / firstPrice, 1.0 / trials);
        temperature = hot;
        violationPrice = firstPrice;
        bestIsHere = false;
        for (int i = 0; i < trials; i++) {
            tryOne(random);
            temperature *= cooling;
            violationPrice *= pricing;
        }
        keepBest();
    }

    /** Returns the average absolute change of the cost by a random move. */
    private double typicalChange(SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            int executor = random.nextInt(problem.executorCount());
            layout.probe(executor, target(executor, random));
            sum += Math.abs(layout.probedCost() - layout.cost());
        }
        return sum / SAMPLES;
    }

    private void tryOne(SplittableRandom random) {
        int executor = random.nextInt(problem.executorCount());
        int place = target(executor, random);
        int from = layout.place(executor);
        if (place == from) {
            return;
        }
        int kind = random.nextInt(100);
        if (kind < 70) {
            double before = energy();
            layout.probe(executor, place);
            if (accepts(energyOf(layout.probedCost(), layout.probedViolation()) - before, random)) {
                beforeMove();
                layout.commit();
                afterMove();
            }
        } else if (kind < 95) {
            swap(executor, place, random);
        } else if (kind < 97) {
            group.collectTopology(executor, place);
            moveGroup(from, place, random);
        } else {
            int maxSize = Math.min(Group.MAX, layout.countAt(from));
            group.collectCluster(executor, place, maxSize < 2 ? 1 : random.nextInt(2, maxSize + 1));
            moveGroup(from, place, random);
        }
    }

    /** Returns the place of a neighbour in most cases, otherwise any place. */
    private int target(int executor, SplittableRandom random) {
        int first = flows.first(executor);
        int degree = flows.first(executor + 1) - first;
        if (degree > 0 && random.nextInt(4) > 0) {
            int place = layout.place(flows.other(first + random.nextInt(degree)));
            if (problem.isAllowed(executor, place)) {
                return place;
            }
        }
        int place = random.nextInt(placeCount);
        return problem.isAllowed(executor, place)
                ? place
                : candidates.get(random.nextInt(candidates.collect(executor)));
    }

    private void swap(int executor, int place, SplittableRandom random) {
        int from = layout.place(executor);
        int count = layout.countAt(place);
        if (count == 0) {
            return;
        }
        int partner = layout.firstAt(place);
        for (int skip = random.nextInt(Math.min(count, Group.MAX)); skip > 0; skip--) {
            partner = layout.next(partner);
        }
        if (!problem.isAllowed(partner, from)) {
            return;
        }
        double before = energy();
        beforeMove();
        layout.move(executor, place);
        layout.probe(partner, from);
        if (accepts(energyOf(layout.probedCost(), layout.probedViolation()) - before, random)) {
            layout.commit();
            afterMove();
        } else {
            layout.move(executor, from);
        }
    }

    private void moveGroup(int from, int place, SplittableRandom random) {
        double before = energy();
        beforeMove();
        group.moveTo(place);
        if (accepts(energy() - before, random)) {
            afterMove();
        } else {
            group.moveTo(from);
        }
    }

    private boolean accepts(double change, SplittableRandom random) {
        return change <= 0 || random.nextDouble() < Math.exp(-change / temperature);
    }

    private double energy() {
        return energyOf(layout.cost(), layout.violation());
    }

    private double energyOf(double cost, double violation) {
        return costWeight * cost + violationPrice * violation;
    }

    /**
     * Called before a change. The best placement is copied only when the search is about to leave
     * it, because a copy costs as much as a change.
     */
    private void beforeMove() {
        keepBest();
    }

    private void afterMove() {
        bestIsHere = layout.score().betterThan(best.score());
    }

    private void keepBest() {
        if (bestIsHere) {
            best.offer();
            bestIsHere = false;
        }
    }
}
