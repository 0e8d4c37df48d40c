package io.eyewall.control.health;

/**
 * The crashes of a topology's processes: processes that ended unexpectedly or could not be started.
 *
 * @param count number of crashes since counting began
 * @param lastMs time of the last crash, in milliseconds since 1970; 0 if there was none
 * @param last description of the last crash
 */
public record Crashes(int count, long lastMs, String last) {
    /** No crashes, or crashes are not counted. */
    public static final Crashes NONE = new Crashes(0, 0, "");

    /** Returns these crashes and another one. */
    public Crashes and(long timeMs, String what) {
        return new Crashes(count + 1, timeMs, what);
    }
}
