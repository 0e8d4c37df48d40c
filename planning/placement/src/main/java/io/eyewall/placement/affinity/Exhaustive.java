package io.eyewall.placement.affinity;

import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.Arrays;

/**
 * Tries every placement, where there are few: that takes less time than annealing, and finds the
 * best. From each placement to the next only one executor moves, since a move costs time (a
 * reflected mixed-radix Gray code: each executor goes through its places forwards, then backwards).
 */
final class Exhaustive {
    /**
     * Maximum number of placements: 12 executors on 2 cores, or 5 on 4. Annealing tries several
     * times as many.
     */
    private static final int MAX_PLACEMENTS = 4096;

    private final Layout layout;
    private final BestPlacement best;

    /** By executor: the places where it may be. */
    private final int[][] allowed;

    private Exhaustive(Layout layout, BestPlacement best, int[][] allowed) {
        this.layout = layout;
        this.best = best;
        this.allowed = allowed;
    }

    /**
     * Offers every placement to {@code best}, if there are few.
     *
     * @return whether they were tried; if not, the layout is as before
     */
    static boolean run(Layout layout, BestPlacement best) {
        Problem problem = layout.problem();
        int placeCount = problem.tree().placeCount();
        int[][] allowed = new int[problem.executorCount()][];
        long placements = 1;
        for (int e = 0; e < allowed.length; e++) {
            int[] places = new int[placeCount];
            int count = 0;
            for (int p = 0; p < placeCount; p++) {
                if (problem.isAllowed(e, p)) {
                    places[count++] = p;
                }
            }
            allowed[e] = Arrays.copyOf(places, count);
            placements *= count;
            if (placements == 0 || placements > MAX_PLACEMENTS) {
                return false;
            }
        }
        new Exhaustive(layout, best, allowed).tryAll();
        return true;
    }

    private void tryAll() {
        int[] index = new int[allowed.length];
        int[] step = new int[allowed.length];
        int[] places = new int[allowed.length];
        for (int e = 0; e < allowed.length; e++) {
            step[e] = 1;
            places[e] = allowed[e][0];
        }
        layout.moveAll(places);
        best.offer();
        int e = 0;
        while (e < allowed.length) {
            int next = index[e] + step[e];
            if (next < 0 || next >= allowed[e].length) {
                step[e] = -step[e]; // it stays, and the next executor moves
                e++;
                continue;
            }
            index[e] = next;
            layout.move(e, allowed[e][next]);
            best.offer();
            e = 0;
        }
    }
}
