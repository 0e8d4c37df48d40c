package io.eyewall.plugin.worker;

import java.util.Map;

/**
 * The time limits of a hand-over, in milliseconds.
 *
 * @param readyMs the time from a new assignment until all new workers must be ready; after it,
 *     Nimbus withdraws the assignment
 * @param pauseMs the longest pause of spouts, without {@code startMs}
 * @param startMs the additional pause if a worker has to end before the next can start in its slot
 */
public record SwitchLimits(long readyMs, long pauseMs, long startMs) {
    private static final long MARGIN_MS = 5_000;

    /** Key in storm.yaml of {@code readyMs}, in seconds. */
    public static final String READY_KEY = "eyewall.smooth.ready.limit.secs";

    /** Key in storm.yaml of {@code pauseMs}, in seconds. */
    public static final String PAUSE_KEY = "eyewall.smooth.pause.limit.secs";

    private static final int DEFAULT_READY_SECS = 60;
    private static final int DEFAULT_PAUSE_SECS = 10;
    private static final int START_SECS = 25;
    private static final int MAX_SECS = 60;
    private static final long MAX_PAUSE_MS = 20_000;

    /** Returns the configured limits; values above a maximum are reduced to it. */
    public static SwitchLimits of(Map<String, Object> conf) {
        return new SwitchLimits(
                limitMs(conf, READY_KEY, DEFAULT_READY_SECS),
                Math.min(MAX_PAUSE_MS, limitMs(conf, PAUSE_KEY, DEFAULT_PAUSE_SECS)),
                START_SECS * 1000L);
    }

    private static long limitMs(Map<String, Object> conf, String key, int defaultSecs) {
        Object value = conf.get(key);
        long secs = value instanceof Number number ? number.longValue() : defaultSecs;
        return Math.max(1, Math.min(MAX_SECS, secs)) * 1000;
    }

    /** Returns the longest pause of a worker; a longer one means that it hangs. */
    public long maxPauseMs() {
        return pauseMs + startMs + MARGIN_MS;
    }

    /**
     * Returns the time after which a new worker no longer waits for the notes of others, unless one
     * of them works by an older assignment.
     */
    public long maxWaitMs() {
        return readyMs + maxPauseMs();
    }
}
