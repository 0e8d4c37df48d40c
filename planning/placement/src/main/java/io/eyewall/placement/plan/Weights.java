package io.eyewall.placement.plan;

import io.eyewall.placement.place.Level;

/**
 * The costs of a placement in addition to its traffic, in nanoseconds per second.
 *
 * @param balanceNs price of imbalance: a processor limit of C cores of which the fraction rho is
 *     used costs {@code balanceNs * C * rho^2}, so that even loads cost least
 * @param openNs price of a unit in use: a core that polls, or a node that could be switched off
 * @param openLevel the level of units: units are the vertices of this level, and the places that
 *     are beneath no such vertex
 * @param migration the costs of moves
 */
public record Weights(double balanceNs, double openNs, Level openLevel, Migration migration) {
    /** Processor time of a core's wake-up: the sleep, the call that ends it, and cold caches. */
    private static final double WAKE_UP_NS = 12_000;

    /**
     * The one-time costs of changing a placement, in nanoseconds of work.
     *
     * @param perExecutorNs for each executor that moves
     * @param perPlaceNs for each place whose executors change: on Storm its worker is killed
     * @param perByteNs for each byte of memory that moves with its executor
     * @param horizonSec seconds within which a move must pay back
     */
    public record Migration(
            double perExecutorNs, double perPlaceNs, double perByteNs, double horizonSec) {
        public Migration {
            check("migration.perExecutorNs", perExecutorNs);
            check("migration.perPlaceNs", perPlaceNs);
            check("migration.perByteNs", perByteNs);
            if (!(horizonSec > 0)) {
                throw new IllegalArgumentException(
                        "weights: migration.horizonSec must be above 0, not " + horizonSec);
            }
        }
    }

    public Weights {
        check("balanceNs", balanceNs);
        check("openNs", openNs);
    }

    /**
     * Returns the weights for one machine: a move costs the hand-over of a mailbox; a core in use
     * costs some of its time for polling.
     */
    public static Weights machine() {
        return new Weights(1e8, 2e7, Level.CORE, new Migration(1e6, 0, 0, 60));
    }

    /**
     * Returns the weights for the cores of our engine while it runs. A move costs 0.1 s of work per
     * executor, since code that was compiled for a task is compiled again (decision 26). A core in
     * use costs as much as its wake-ups do (decision 145), at least as with {@link #machine}.
     *
     * @param wakeUpsPerSec wake-ups per second of the core that is woken least
     */
    public static Weights runningCores(double wakeUpsPerSec) {
        Weights machine = machine();
        return new Weights(
                machine.balanceNs,
                Math.max(machine.openNs, wakeUpsPerSec * WAKE_UP_NS),
                machine.openLevel,
                new Migration(1e8, 0, 0, 60));
    }

    /**
     * Returns the weights for a Storm cluster: a move kills workers, which costs some ten seconds
     * of work each; nodes in use cost nothing.
     */
    public static Weights cluster() {
        return new Weights(1e7, 0, Level.NODE, new Migration(1e8, 1e10, 1, 600));
    }

    /** Returns weights with which only traffic has a price. */
    public static Weights trafficOnly() {
        return new Weights(0, 0, Level.NODE, new Migration(0, 0, 0, 60));
    }

    private static void check(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "weights: " + name + " must be finite and at least 0, not " + value);
        }
    }
}
