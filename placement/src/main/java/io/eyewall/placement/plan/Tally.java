package io.eyewall.placement.plan;

/** What a placement costs and how much it violates, or how a move would change both. */
final class Tally {
    /** Excess below this fraction of a limit is rounding. */
    private static final double ROUNDING = 1e-9;

    /** Nanoseconds per second. */
    double cost;

    /**
     * Sum of the fourth powers of all excesses, and what rounding has taken from it: large powers
     * come and go while executors move, and the root of what they leave behind must not hide, or
     * look like, a small excess.
     */
    private double excess;

    private double excessLost;

    /** How many limits and rules are violated. */
    private int violated;

    void clear() {
        cost = 0;
        excess = 0;
        excessLost = 0;
        violated = 0;
    }

    /** Takes in a change, given as another tally. */
    void add(Tally change) {
        cost += change.cost;
        addExcess(change.excess);
        excessLost += change.excessLost;
        violated += change.violated;
        if (violated == 0) {
            excess = 0; // what is left is rounding
            excessLost = 0;
        }
    }

    /** A limit was used by {@code before} times its size and is now used by {@code after} times. */
    void replaceUse(double before, double after) {
        replaceExcess(before - 1, after - 1);
    }

    /** An excess changes; below 0 it is none. */
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

    /** Adds without loss (Knuth, The Art of Computer Programming, volume 2, 4.2.2, theorem B). */
    private void addExcess(double change) {
        double sum = excess + change;
        double added = sum - excess;
        excessLost += (excess - (sum - added)) + (change - added);
        excess = sum;
    }

    /** The 4-norm of all excesses after a change; 0 if nothing is violated, and only then. */
    double violationAfter(Tally change) {
        double sum = (excess + change.excess) + (excessLost + change.excessLost);
        return norm(violated + change.violated, sum);
    }

    /** The 4-norm of all excesses; 0 if nothing is violated, and only then. */
    double violation() {
        return norm(violated, excess + excessLost);
    }

    private static double norm(int violated, double excess) {
        return violated == 0 ? 0 : Math.max(ROUNDING, Math.sqrt(Math.sqrt(Math.max(0, excess))));
    }
}
