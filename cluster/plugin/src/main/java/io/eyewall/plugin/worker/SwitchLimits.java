package io.eyewall.plugin.worker;

import java.util.Map;

/**
 * The time limits of a hand-over, in milliseconds.
 *
 * @param readyMs the time from a new assignment until all new workers must be ready; after it,
 *     Nimbus withdraws the assignment
 * @param pauseMs the longest pause of spouts
 * @param startMs the additional pause if a worker has to end before the next can start in its slot
 */
public record SwitchLimits(long readyMs, long pauseMs, long startMs) {
    private static final long MARGIN_MS = 5_000;

    /** Seconds, in storm.yaml. */
    public static final String READY_KEY = "eyewall.smooth.ready.limit.secs";

    /** Seconds, in storm.yaml. */
    public static final String PAUSE_KEY = "eyewall.smooth.pause.limit.secs";

    private static final int READY_S = 60;
    private static final int PAUSE_S = 10;
    private static final int START_S = 25;
    private static final int MAX_S = 60;

    /** Returns the configured limits; values above a maximum are reduced to it. */
    public static SwitchLimits of(Map<String, Object> conf) {
        return new SwitchLimits(
                seconds(conf, READY_KEY, READY_S),
                Math.min(20_000, seconds(conf, PAUSE_KEY, PAUSE_S)),
                START_S * 1000L);
    }

    private static long seconds(Map<String, Object> conf, String key, int usual) {
        Object value = conf.get(key);
        long given = value instanceof Number number ? number.longValue() : usual;
        return Math.max(1, Math.min(MAX_S, given)) * 1000;
    }

    /** Returns the longest pause of a worker; a longer one means that it hangs. */
    public long maxPauseMs() {
        return pauseMs + startMs + MARGIN_MS;
    }

    /**
     * Returns the time after which a new worker no longer waits for the notes of others, unless one
     * of them works by an older assignment.
     */
    public long allMs() {
        return readyMs + maxPauseMs();
    }
}
