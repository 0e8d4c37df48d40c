package io.eyewall.placement.load;

/** Checks measured values. */
final class Measure {
    private Measure() {}

    static void check(String what, String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    what + ": " + name + " must be finite and at least 0, not " + value);
        }
    }
}
