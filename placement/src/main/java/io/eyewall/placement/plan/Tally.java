package io.eyewall.placement.plan;

/** What a placement costs and how much it violates, or how a move would change both. */
final class Tally {
    /** Excess below this fraction of a limit is rounding. */
    private static final double ROUNDING = 1e-9;

    /** Nanoseconds per second. */
    double cost;

    /** Sum of the fourth powers of all excesses. */
    private double excess;

    /** How many limits and rules are violated. */
    private int violated;

    void clear() {
        cost = 0;
        excess = 0;
        violated = 0;
    }

    /** Takes in a change, given as another tally. */
    void add(Tally change) {
        cost += change.cost;
        excess += change.excess;
        violated += change.violated;
        if (violated == 0) {
            excess = 0; // what is left is rounding
        }
    }

    /** A limit was used by {@code before} times its size and is now used by {@code after} times. */
    void replaceUse(double before, double after) {
        replaceExcess(before - 1, after - 1);
    }

    /** An excess changes; below 0 it is none. */
    void replaceExcess(double before, double after) {
        if (before > ROUNDING) {
            excess -= before * before * before * before;
            violated--;
        }
        if (after > ROUNDING) {
            excess += after * after * after * after;
            violated++;
        }
    }

    /** The 4-norm of all excesses after a change; 0 if nothing is violated. */
    double violationAfter(Tally change) {
        return norm(violated + change.violated, excess + change.excess);
    }

    /** The 4-norm of all excesses; 0 if nothing is violated. */
    double violation() {
        return norm(violated, excess);
    }

    private static double norm(int violated, double excess) {
        return violated == 0 ? 0 : Math.sqrt(Math.sqrt(Math.max(0, excess)));
    }
}
