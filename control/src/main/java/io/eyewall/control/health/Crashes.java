package io.eyewall.control.health;

/**
 * Processes of a topology that have ended although it was to go on, or could not be started.
 *
 * @param count how many, since whoever counts began
 * @param lastMs when the last one did, in milliseconds since 1970; 0: none has
 * @param last what is known of that
 */
public record Crashes(int count, long lastMs, String last) {
    /** None, or nobody counts. */
    public static final Crashes NONE = new Crashes(0, 0, "");

    /** With one more. */
    public Crashes and(long timeMs, String what) {
        return new Crashes(count + 1, timeMs, what);
    }
}
