package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.FlowTable;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.SplittableRandom;

/**
 * Simulated annealing with soft limits: a violation has a price, which rises while the temperature
 * falls, so that the search can pass through placements that are too full. Each run begins with a
 * higher price than the one before: where it is low, all that the search learns may be how cheap
 * placements are that violate limits. Tries moves to the places of neighbours, swaps with executors
 * there, and now and then the move of a group: all that a topology has at one place, or executors
 * there that exchange most with one another. Where a limit is on a link that little may cross, the
 * way from one good cut to another leads through placements that nobody accepts, unless all that
 * lies between moves at once.
 */
final class Annealing {
    private static final int SAMPLES = 200;

    /** Temperatures, in typical changes of the cost. */
    private static final double HOT = 3;

    private static final double COLD = 1e-2;

    /** Prices of a whole limit exceeded, in typical changes of the cost; of the first run. */
    private static final double FIRST_PRICE = 5;

    private static final double LAST_PRICE = 5000;
    private static final double DEARER_EACH_RUN = 10;

    /** Temperatures where violation alone counts. */
    private static final double HOT_VIOLATION = 0.1;

    private static final double COLD_VIOLATION = 1e-2;

    /** A run that forgets about cost in any case, if there is a violation still. */
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
     * Tries so many moves from where the layout is.
     *
     * @param number of the run, from 0
     * @param forLimits whether cost is of no interest while limits are violated
     */
    void run(SplittableRandom random, int trials, int number, boolean forLimits) {
        double scale = typicalChange(random);
        boolean isFeasible = best.score().isFeasible();
        boolean isCostFlat = scale == 0; // no traffic, say
        if (placeCount < 2 || (isCostFlat && isFeasible)) {
            return;
        }
        boolean isRunForLimits = forLimits || isCostFlat || number == RUN_FOR_LIMITS;
        if (isRunForLimits && !isFeasible) {
            costWeight = 0;
            run(random, trials, HOT_VIOLATION, COLD_VIOLATION, 1, 1);
        } else {
            costWeight = 1 / scale;
            double price = FIRST_PRICE * Math.pow(DEARER_EACH_RUN, number);
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

    /** How much a random move changes the cost, on average. */
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
                leave();
                layout.commit();
                arrive();
            }
        } else if (kind < 95) {
            swap(executor, place, random);
        } else if (kind < 97) {
            group.collectTopology(executor, place);
            moveGroup(from, place, random);
        } else {
            int most = Math.min(Group.MOST, layout.countAt(from));
            group.collectCluster(executor, place, most < 2 ? 1 : random.nextInt(2, most + 1));
            moveGroup(from, place, random);
        }
    }

    /** The place of a neighbour, mostly; now and then any other. */
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
        for (int skip = random.nextInt(Math.min(count, Group.MOST)); skip > 0; skip--) {
            partner = layout.next(partner);
        }
        if (!problem.isAllowed(partner, from)) {
            return;
        }
        double before = energy();
        leave();
        layout.move(executor, place);
        layout.probe(partner, from);
        if (accepts(energyOf(layout.probedCost(), layout.probedViolation()) - before, random)) {
            layout.commit();
            arrive();
        } else {
            layout.move(executor, from);
        }
    }

    private void moveGroup(int from, int place, SplittableRandom random) {
        double before = energy();
        leave();
        group.moveTo(place);
        if (accepts(energy() - before, random)) {
            arrive();
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

    /** The best placement is copied only when it is about to be left: copies cost as much as it. */
    private void leave() {
        keepBest();
    }

    private void arrive() {
        bestIsHere = layout.score().betterThan(best.score());
    }

    private void keepBest() {
        if (bestIsHere) {
            best.offer();
            bestIsHere = false;
        }
    }
}
