package io.eyewall.placement.affinity;

import io.eyewall.placement.algorithm.Parameter;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Minimizes the whole objective. Where there are few placements, {@link Exhaustive} tries them all.
 * Otherwise {@link Descent} improves two placements, the one that {@link Greedy} finds and the
 * present one; {@link Annealing} improves the better one. If limits are still violated, the same
 * number of annealing runs follows, for which only violations count. {@link PlaceSwaps} is the last
 * step. The result is never worse than the present placement. The work is bounded by a number of
 * trials, not by time, so that the result depends on the seed alone.
 */
public final class AffinityAlgorithm implements PlacementAlgorithm {
    /** Number of moves that annealing tries, in all runs together. */
    public static final String TRIALS = "trials";

    /** Number of annealing runs. */
    public static final String RESTARTS = "restarts";

    private static final int BASE_TRIALS = 20_000;
    private static final int TRIALS_PER_EXECUTOR = 100;
    private static final int MAX_TRIALS = 200_000;

    /** Minimum trials in one run of annealing. */
    private static final int MIN_TRIALS_PER_EXECUTOR = 20;

    @Override
    public String name() {
        return "affinity";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter(
                        TRIALS,
                        -1,
                        -1,
                        1e9,
                        "moves that annealing tries, all restarts together; -1: 20,000 and 100 per"
                                + " executor, at most 200,000; 0: no annealing"),
                new Parameter(
                        RESTARTS,
                        3,
                        1,
                        1000,
                        "number of annealing runs; reduced so that each run has at least 20 trials"
                                + " per executor"));
    }

    @Override
    public void place(Layout layout, Parameters parameters, long seed) {
        Problem problem = layout.problem();
        if (problem.executorCount() == 0) {
            return;
        }
        int[] start = layout.places();
        boolean hasPresentPlacement = true;
        for (int e = 0; e < start.length; e++) {
            start[e] = problem.start(e);
            hasPresentPlacement &= start[e] >= 0 && problem.isAllowed(e, start[e]);
        }
        BestPlacement best = new BestPlacement(layout);
        if (hasPresentPlacement) {
            layout.moveAll(start);
            best.offer();
        }
        if (!Exhaustive.run(layout, best)) {
            search(layout, best, parameters, new SplittableRandom(seed));
        }
        layout.moveAll(best.places());
        if (hasPresentPlacement && Layout.atStart(problem).score().betterThan(layout.score())) {
            layout.moveAll(start); // rounding in the search's sums made the result look better
        }
    }

    private static void search(
            Layout layout, BestPlacement best, Parameters parameters, SplittableRandom random) {
        Problem problem = layout.problem();
        Candidates candidates = new Candidates(layout);
        Greedy greedy = new Greedy(layout, candidates);
        Descent descent = new Descent(layout, candidates);
        int[] present = best.places();

        int[] noPlaces = new int[problem.executorCount()];
        Arrays.fill(noPlaces, -1);
        layout.moveAll(noPlaces);
        greedy.placeAll();
        descent.run(random);
        best.offer();
        if (present.length > 0) {
            layout.moveAll(present);
            descent.run(random);
            best.offer();
        }
        int trials = trials(problem, parameters);
        int restarts = restarts(problem, parameters, trials);
        Annealing annealing = new Annealing(layout, candidates, best);
        for (int i = 0; i < 2 * restarts && trials > 0; i++) {
            if (i >= restarts && best.score().isFeasible()) {
                break;
            }
            layout.moveAll(best.places());
            annealing.run(random, trials / restarts, i, i >= restarts);
            descent.run(random);
            best.offer();
        }
        layout.moveAll(best.places());
        new PlaceSwaps(layout).run();
        best.offer();
    }

    /**
     * Returns the number of annealing runs. With too few trials per executor, a run only adds work
     * for the descent that follows it.
     */
    private static int restarts(Problem problem, Parameters parameters, int trials) {
        int usefulRuns = trials / (MIN_TRIALS_PER_EXECUTOR * Math.max(1, problem.executorCount()));
        return Math.max(1, Math.min((int) parameters.get(RESTARTS), usefulRuns));
    }

    private static int trials(Problem problem, Parameters parameters) {
        int configured = (int) parameters.get(TRIALS);
        int defaultTrials = BASE_TRIALS + TRIALS_PER_EXECUTOR * problem.executorCount();
        return configured >= 0 ? configured : Math.min(defaultTrials, MAX_TRIALS);
    }
}
