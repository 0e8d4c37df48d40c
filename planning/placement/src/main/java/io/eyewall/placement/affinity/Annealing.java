package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.SplittableRandom;

/**
 * Simulated annealing with soft limits: a violation has a price, which rises while the temperature
 * falls, so that the search can pass through placements that are too full. Each run starts with a
 * higher price than the run before, because with a low price the search may find only cheap
 * placements that violate limits.
 *
 * <p>It tries moves to the places of neighbours, swaps with executors there, and sometimes the move
 * of a group: all executors of a topology at one place, or executors at one place that exchange
 * most with one another. If a link is limited, single moves cannot lead from one good division of
 * the executors to another, because the placements in between violate the limit so much that they
 * are never accepted.
 */
final class Annealing {
    /** Number of random moves by which a typical change of the cost is estimated. */
    private static final int COST_SAMPLES = 200;

    /** First and last temperature of a run, as multiples of a typical change of the cost. */
    private static final double FIRST_TEMPERATURE = 3;

    private static final double LAST_TEMPERATURE = 1e-2;

    /**
     * First and last price of exceeding a limit by its whole size, as multiples of a typical change
     * of the cost; for the first run.
     */
    private static final double FIRST_PRICE = 5;

    private static final double LAST_PRICE = 5000;
    private static final double PRICE_FACTOR_PER_RUN = 10;

    /**
     * First and last temperature of a run for which only violations count, as fractions of a limit.
     */
    private static final double FIRST_TEMPERATURE_FOR_LIMITS = 0.1;

    private static final double LAST_TEMPERATURE_FOR_LIMITS = 1e-2;

    /** The number of the run for which only violations count, if there still are any. */
    private static final int RUN_FOR_LIMITS = 1;

    private final Layout layout;
    private final Problem problem;
    private final FlowTable flows;
    private final BestPlacement best;
    private final Candidates candidates;
    private final int placeCount;
    private final Group group;

    private double temperature;
    private double costWeight;
    private double violationPrice;

    /** Whether the layout is better than the best placement that was saved. */
    private boolean isAtBest;

    Annealing(Layout layout, Candidates candidates, BestPlacement best) {
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
     * @param runNumber the number of the run, from 0
     * @param limitsOnly whether only violations count if limits are still violated
     */
    void run(SplittableRandom random, int trials, int runNumber, boolean limitsOnly) {
        double scale = typicalChange(random);
        boolean isFeasible = best.score().isFeasible();
        boolean isCostFlat = scale == 0; // for example without traffic
        if (placeCount < 2 || (isCostFlat && isFeasible)) {
            return;
        }
        boolean ignoresCost = limitsOnly || isCostFlat || runNumber == RUN_FOR_LIMITS;
        if (ignoresCost && !isFeasible) {
            costWeight = 0;
            anneal(random, trials, FIRST_TEMPERATURE_FOR_LIMITS, LAST_TEMPERATURE_FOR_LIMITS, 1, 1);
        } else {
            costWeight = 1 / scale;
            double price = FIRST_PRICE * Math.pow(PRICE_FACTOR_PER_RUN, runNumber);
            anneal(
                    random,
                    trials,
                    FIRST_TEMPERATURE,
                    LAST_TEMPERATURE,
                    price,
                    price * LAST_PRICE / FIRST_PRICE);
        }
    }

    private void anneal(
            SplittableRandom random,
            int trials,
            double firstTemperature,
            double lastTemperature,
            double firstPrice,
            double lastPrice) {
        double coolingFactor = Math.pow(lastTemperature / firstTemperature, 1.0 / trials);
        double priceFactor = Math.pow(lastPrice / firstPrice, 1.0 / trials);
        temperature = firstTemperature;
        violationPrice = firstPrice;
        isAtBest = false;
        for (int i = 0; i < trials; i++) {
            tryChange(random);
            temperature *= coolingFactor;
            violationPrice *= priceFactor;
        }
        saveBest();
    }

    /** Returns the average absolute change of the cost by a random move. */
    private double typicalChange(SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < COST_SAMPLES; i++) {
            int executor = random.nextInt(problem.executorCount());
            layout.probe(executor, chooseTarget(executor, random));
            sum += Math.abs(layout.probedCost() - layout.cost());
        }
        return sum / COST_SAMPLES;
    }

    private void tryChange(SplittableRandom random) {
        int executor = random.nextInt(problem.executorCount());
        int place = chooseTarget(executor, random);
        int from = layout.place(executor);
        if (place == from) {
            return;
        }
        int percentile =
                random.nextInt(100); // 70% moves, 25% swaps, 2% and 3% groups (decision 35)
        if (percentile < 70) {
            double before = energy();
            layout.probe(executor, place);
            if (accepts(energyOf(layout.probedCost(), layout.probedViolation()) - before, random)) {
                beforeMove();
                layout.commit();
                afterMove();
            }
        } else if (percentile < 95) {
            trySwap(executor, place, random);
        } else if (percentile < 97) {
            group.collectTopology(executor, place);
            tryMoveGroup(from, place, random);
        } else {
            int maxSize = Math.min(Group.MAX_SIZE, layout.countAt(from));
            group.collectCluster(executor, place, maxSize < 2 ? 1 : random.nextInt(2, maxSize + 1));
            tryMoveGroup(from, place, random);
        }
    }

    /** Returns the place of a neighbour in three of four cases, otherwise any allowed place. */
    private int chooseTarget(int executor, SplittableRandom random) {
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

    private void trySwap(int executor, int place, SplittableRandom random) {
        int from = layout.place(executor);
        int count = layout.countAt(place);
        if (count == 0) {
            return;
        }
        int partner = layout.firstAt(place);
        for (int skip = random.nextInt(Math.min(count, Group.MAX_SIZE)); skip > 0; skip--) {
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

    private void tryMoveGroup(int from, int place, SplittableRandom random) {
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
     * Saves the best placement if the search is about to leave it. It is not copied earlier,
     * because a copy takes as long as a change.
     */
    private void beforeMove() {
        saveBest();
    }

    private void afterMove() {
        isAtBest = layout.score().betterThan(best.score());
    }

    private void saveBest() {
        if (isAtBest) {
            best.offer();
            isAtBest = false;
        }
    }
}
