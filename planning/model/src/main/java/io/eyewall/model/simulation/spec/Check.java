package io.eyewall.model.simulation.spec;

/** Validates numbers of a description. */
final class Check {
    private Check() {}

    static void positive(String subject, String name, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException(
                    subject + ": " + name + " must be above 0, not " + value);
        }
    }

    static void notNegative(String subject, String name, double value) {
        if (!(value >= 0)) {
            throw new IllegalArgumentException(
                    subject + ": " + name + " must be at least 0, not " + value);
        }
    }

    static void positive(String subject, String name, long value) {
        positive(subject, name, (double) value);
    }

    static void notNegative(String subject, String name, long value) {
        notNegative(subject, name, (double) value);
    }
}
