package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Score;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets two places exchange all that they have. Places are often alike: then a placement is as good
 * as those in which they have changed roles, except that fewer executors have to move to one of
 * them. Moves of single executors don't lead there, since all between is worse.
 */
final class PlaceSwaps {
    /** Executors that are moved for it, at most, for each that there is. */
    private static final int MOVES_PER_EXECUTOR = 20;

    private final Layout layout;
    private final Problem problem;
    private int movesLeft;

    /** The place of some executors, and where they were at the start. */
    private record Pair(int place, int start) {}

    PlaceSwaps(Layout layout) {
        this.layout = layout;
        this.problem = layout.problem();
    }

    /** Tries those that would bring most executors back to where they were. */
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
