package io.eyewall.benchmarks.random;

import java.io.IOException;
import java.util.stream.Collectors;

/** Makes a draw that fails simpler, as long as it still fails. */
final class Shrinker {
    private final Check fails;
    private int left;

    /** Whether a draw fails; takes long. */
    @FunctionalInterface
    interface Check {
        /** Runs it. */
        boolean test(Draw draw) throws IOException, InterruptedException;
    }

    /**
     * @param most how many draws to run
     */
    Shrinker(Check fails, int most) {
        this.fails = fails;
        this.left = most;
    }

    /** The simplest that still fails, by changes of which each is tried again after each. */
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

    /** The command that runs a draw. */
    static String command(Draw draw) {
        return "benchmarks/random-speed "
                + draw.seed()
                + " 1"
                + draw.changes().stream()
                        .map(change -> " --change " + change)
                        .collect(Collectors.joining());
    }
}
