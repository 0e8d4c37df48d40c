package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Score;
import java.util.SplittableRandom;

/**
 * Improves a placement until neither moving an executor (as in Fiduccia and Mattheyses) nor
 * swapping two (as in Kernighan and Lin) makes it better. Swaps are tried with executors of the
 * place where the moved executor would cost least if there were no limits.
 */
final class Descent {
    private static final int MAX_PASSES = 12;
    private static final int MAX_SWAPS_TRIED = 24;

    private final Layout layout;
    private final Problem problem;
    private final Candidates candidates;
    private final int[] order;
    private final int[] partners = new int[MAX_SWAPS_TRIED];

    Descent(Layout layout, Candidates candidates) {
        this.layout = layout;
        this.problem = layout.problem();
        this.candidates = candidates;
        this.order = new int[problem.executorCount()];
    }

    void run(SplittableRandom random) {
        for (int i = 0; i < order.length; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        boolean improved = true;
        for (int pass = 0; improved && pass < MAX_PASSES; pass++) {
            improved = false;
            for (int executor : order) {
                improved |= improve(executor);
            }
        }
    }

    private boolean improve(int executor) {
        Score present = layout.score();
        Score best = present;
        int bestPlace = -1;
        int cheapestPlace = -1;
        double lowestCost = present.costNsPerSec();
        int count = candidates.collect(executor);
        for (int i = 0; i < count; i++) {
            int place = candidates.get(i);
            if (place == layout.place(executor)) {
                continue;
            }
            layout.probe(executor, place);
            Score probed = layout.probedScore();
            if (probed.betterThan(best)) {
                best = probed;
                bestPlace = place;
            }
            if (probed.costNsPerSec() < lowestCost) {
                lowestCost = probed.costNsPerSec();
                cheapestPlace = place;
            }
        }
        if (bestPlace >= 0) {
            layout.move(executor, bestPlace);
            return true;
        }
        return cheapestPlace >= 0 && trySwap(executor, cheapestPlace, present);
    }

    private boolean trySwap(int executor, int place, Score present) {
        int from = layout.place(executor);
        int count = 0;
        for (int e = layout.firstAt(place); e >= 0 && count < partners.length; e = layout.next(e)) {
            if (problem.isAllowed(e, from)) {
                partners[count++] = e;
            }
        }
        layout.move(executor, place);
        Score best = present;
        int partner = -1;
        for (int i = 0; i < count; i++) {
            layout.probe(partners[i], from);
            Score probed = layout.probedScore();
            if (probed.betterThan(best)) {
                best = probed;
                partner = partners[i];
            }
        }
        if (partner < 0) {
            layout.move(executor, from);
            return false;
        }
        layout.move(partner, from);
        return true;
    }
}
