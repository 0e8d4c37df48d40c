package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Score;

/** The best placement found so far. */
final class BestPlacement {
    private final Layout layout;
    private int[] places = new int[0];
    private Score score = new Score(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    BestPlacement(Layout layout) {
        this.layout = layout;
    }

    /** Records the layout's placement if it is better than all earlier ones. */
    void offer() {
        Score offered = layout.score();
        if (offered.betterThan(score)) {
            score = offered;
            places = layout.places();
        }
    }

    Score score() {
        return score;
    }

    int[] places() {
        return places;
    }
}
