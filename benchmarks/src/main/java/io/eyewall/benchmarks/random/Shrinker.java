package io.eyewall.benchmarks.random;

import java.io.IOException;
import java.util.stream.Collectors;

/** Simplifies a failing draw as long as it still fails. */
final class Shrinker {
    private final Check fails;
    private int left;

    /** A test of whether a draw fails; takes long. */
    @FunctionalInterface
    interface Check {
        /** Runs the draw and returns whether it fails. */
        boolean test(Draw draw) throws IOException, InterruptedException;
    }

    /**
     * @param most limit of draws to run
     */
    Shrinker(Check fails, int most) {
        this.fails = fails;
        this.left = most;
    }

    /**
     * Returns the simplest draw that still fails. After each successful change, every change is
     * tried again.
     */
    Draw shrink(Draw failing) throws IOException, InterruptedException {
        Draw simplest = failing;
        boolean simpler = true;
        while (simpler) {
            simpler = false;
            for (Change change : Change.of(simplest)) {
                if (left == 0) {
                    return simplest;
                }
                Draw next = change.apply(simplest);
                left--;
                if (fails.test(next)) {
                    simplest = next;
                    simpler = true;
                    break;
                }
            }
        }
        return simplest;
    }

    /** Returns the command that runs a draw. */
    static String command(Draw draw) {
        return "benchmarks/random-speed "
                + draw.seed()
                + " 1"
                + draw.changes().stream()
                        .map(change -> " --change " + change)
                        .collect(Collectors.joining());
    }
}
