package io.eyewall.model.simulation.spec;

/** Validates numbers of a description. */
final class Check {
    private Check() {}

    static void positive(String what, String name, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException(
                    what + ": " + name + " must be above 0, not " + value);
        }
    }

    static void notNegative(String what, String name, double value) {
        if (!(value >= 0)) {
            throw new IllegalArgumentException(
                    what + ": " + name + " must be at least 0, not " + value);
        }
    }

    static void positive(String what, String name, long value) {
        positive(what, name, (double) value);
    }

    static void notNegative(String what, String name, long value) {
        notNegative(what, name, (double) value);
    }
}
