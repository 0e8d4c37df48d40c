package io.eyewall.placement.plan;

/** The cost and the violations of a placement, or the changes of both by a move. */
final class Tally {
    /** An excess below this fraction of a limit is a rounding error. */
    private static final double ROUNDING = 1e-9;

    /** The cost in nanoseconds per second. */
    double cost;

    /**
     * The sum of the fourth powers of all excesses; {@link #excessLost} holds what rounding has
     * removed from it. While executors move, large powers are added and subtracted again. The
     * fourth root of their rounding errors would otherwise hide a small excess, or look like one.
     */
    private double excess;

    private double excessLost;

    /** Number of limits and rules that are violated. */
    private int violated;

    void clear() {
        cost = 0;
        excess = 0;
        excessLost = 0;
        violated = 0;
    }

    /** Adds a change, given as another tally. */
    void add(Tally change) {
        cost += change.cost;
        addExcess(change.excess);
        excessLost += change.excessLost;
        violated += change.violated;
        if (violated == 0) {
            excess = 0; // the remainder is a rounding error
            excessLost = 0;
        }
    }

    /** Replaces the use of a limit, given as a multiple of its size. */
    void replaceUse(double before, double after) {
        replaceExcess(before - 1, after - 1);
    }

    /** Replaces an excess; a value below 0 is no excess. */
    void replaceExcess(double before, double after) {
        if (before > ROUNDING) {
            addExcess(-(before * before * before * before));
            violated--;
        }
        if (after > ROUNDING) {
            addExcess(after * after * after * after);
            violated++;
        }
    }

    /**
     * Adds to the excess, and the rounding error to {@link #excessLost} (Knuth, The Art of Computer
     * Programming, volume 2, 4.2.2, theorem B).
     */
    private void addExcess(double change) {
        double sum = excess + change;
        double added = sum - excess;
        excessLost += (excess - (sum - added)) + (change - added);
        excess = sum;
    }

    /** Returns the 4-norm of all excesses after a change; 0 if and only if nothing is violated. */
    double violationAfter(Tally change) {
        double sum = (excess + change.excess) + (excessLost + change.excessLost);
        return norm(violated + change.violated, sum);
    }

    /** Returns the 4-norm of all excesses; 0 if and only if nothing is violated. */
    double violation() {
        return norm(violated, excess + excessLost);
    }

    private static double norm(int violated, double excess) {
        return violated == 0 ? 0 : Math.max(ROUNDING, Math.sqrt(Math.sqrt(Math.max(0, excess))));
    }
}
