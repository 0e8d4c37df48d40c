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

    /** A place where executors are now, and their place at the start. */
    private record Pair(int place, int start) {}

    PlaceSwaps(Layout layout) {
        this.layout = layout;
        this.problem = layout.problem();
    }

    /** Tries exchanges, first those that return most executors to their places at the start. */
    void run() {
        movesLeft = MOVES_PER_EXECUTOR * problem.executorCount();
        boolean improved = true;
        while (improved) {
            improved = false;
            for (Pair pair : pairsOfMoves()) {
                int moves = layout.countAt(pair.place()) + layout.countAt(pair.start());
                if (movesLeft < 2 * moves) {
                    return;
                }
                improved |= swapPlaces(pair.place(), pair.start());
            }
        }
    }

    private List<Pair> pairsOfMoves() {
        Map<Pair, Integer> movedExecutors = new HashMap<>();
        for (int e = 0; e < problem.executorCount(); e++) {
            int start = problem.start(e);
            if (start >= 0 && layout.place(e) != start) {
                movedExecutors.merge(new Pair(layout.place(e), start), 1, Integer::sum);
            }
        }
        Comparator<Pair> byMovedExecutors =
                Comparator.comparing(movedExecutors::get, Comparator.reverseOrder());
        return movedExecutors.keySet().stream()
                .sorted(byMovedExecutors.thenComparing(Pair::place).thenComparing(Pair::start))
                .toList();
    }

    private boolean swapPlaces(int place, int start) {
        int[] executorsHere = executorsAt(place);
        int[] executorsAtStart = executorsAt(start);
        if (!areAllowed(executorsHere, start) || !areAllowed(executorsAtStart, place)) {
            return false;
        }
        Score before = layout.score();
        move(executorsHere, start);
        move(executorsAtStart, place);
        if (layout.score().betterThan(before)) {
            return true;
        }
        move(executorsHere, place);
        move(executorsAtStart, start);
        return false;
    }

    private int[] executorsAt(int place) {
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
