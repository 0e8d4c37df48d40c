package io.eyewall.benchmarks.scenario;

/** The one string that {@link Work#W3} sends again and again. */
public final class ConstantText {
    /** Its length in characters. */
    public static final int LENGTH = 100;

    private ConstantText() {}

    /** Makes the string. */
    public static String create() {
        return "0123456789".repeat(LENGTH / 10);
    }
}
