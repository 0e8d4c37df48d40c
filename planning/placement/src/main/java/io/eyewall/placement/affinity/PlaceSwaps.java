package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Score;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Exchanges all executors of two places. Places are often alike: then exchanging their executors
 * leaves a placement as good as before, except that fewer executors may have to move from their
 * present places. Moves of single executors do not find such a placement, because all placements in
 * between are worse.
 */
final class PlaceSwaps {
    /** Maximum number of moves, per executor of the problem. */
    private static final int MOVES_PER_EXECUTOR = 20;

    private final Layout layout;
    private final Problem problem;
    private int movesLeft;

    /** The place of some executors, and their place at the start. */
    private record Pair(int place, int start) {}

    PlaceSwaps(Layout layout) {
        this.layout = layout;
        this.problem = layout.problem();
    }

    /** Tries the exchanges that would return most executors to their places at the start. */
    void run() {
        movesLeft = MOVES_PER_EXECUTOR * problem.executorCount();
        boolean improved = true;
        while (improved) {
            improved = false;
            for (Pair pair : pairs()) {
                int moves = layout.countAt(pair.place()) + layout.countAt(pair.start());
                if (movesLeft < 2 * moves) {
                    return;
                }
                improved |= swap(pair.place(), pair.start());
            }
        }
    }

    private List<Pair> pairs() {
        Map<Pair, Integer> moved = new HashMap<>();
        for (int e = 0; e < problem.executorCount(); e++) {
            int start = problem.start(e);
            if (start >= 0 && layout.place(e) != start) {
                moved.merge(new Pair(layout.place(e), start), 1, Integer::sum);
            }
        }
        Comparator<Pair> most = Comparator.comparing(moved::get, Comparator.reverseOrder());
        return moved.keySet().stream()
                .sorted(most.thenComparing(Pair::place).thenComparing(Pair::start))
                .toList();
    }

    private boolean swap(int place, int start) {
        int[] here = at(place);
        int[] there = at(start);
        if (!areAllowed(here, start) || !areAllowed(there, place)) {
            return false;
        }
        Score before = layout.score();
        move(here, start);
        move(there, place);
        if (layout.score().betterThan(before)) {
            return true;
        }
        move(here, place);
        move(there, start);
        return false;
    }

    private int[] at(int place) {
        int[] executors = new int[layout.countAt(place)];
        int count = 0;
        for (int e = layout.firstAt(place); e >= 0; e = layout.next(e)) {
            executors[count++] = e;
        }
        return executors;
    }

    private boolean areAllowed(int[] executors, int place) {
        for (int e : executors) {
            if (!problem.isAllowed(e, place)) {
                return false;
            }
        }
        return true;
    }

    private void move(int[] executors, int place) {
        for (int e : executors) {
            layout.move(e, place);
        }
        movesLeft -= executors.length;
    }
}
