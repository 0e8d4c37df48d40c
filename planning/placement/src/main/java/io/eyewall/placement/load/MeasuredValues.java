package io.eyewall.placement.load;

/** Checks measured values. */
final class MeasuredValues {
    private MeasuredValues() {}

    static void checkFiniteAndNotNegative(String subject, String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    subject + ": " + name + " must be finite and at least 0, not " + value);
        }
    }
}
