package io.eyewall.plugin.worker;

import java.util.Map;

/**
 * After how long something else is done, in milliseconds.
 *
 * @param readyMs from a new assignment to the moment when all new workers are ready; then Nimbus
 *     withdraws the assignment
 * @param pauseMs spouts rest
 * @param startMs spouts rest longer if a worker has to end before the next can start in its slot
 */
public record Limits(long readyMs, long pauseMs, long startMs) {
    private static final long MARGIN_MS = 5_000;

    /** Seconds, in storm.yaml. */
    public static final String READY_KEY = "eyewall.smooth.ready.limit.secs";

    /** Seconds, in storm.yaml. */
    public static final String PAUSE_KEY = "eyewall.smooth.pause.limit.secs";

    private static final int READY_S = 60;
    private static final int PAUSE_S = 10;
    private static final int START_S = 25;
    private static final int MOST_S = 60;

    /** As configured; neither more than a minute. */
    public static Limits of(Map<String, Object> conf) {
        return new Limits(
                seconds(conf, READY_KEY, READY_S),
                Math.min(20_000, seconds(conf, PAUSE_KEY, PAUSE_S)),
                START_S * 1000L);
    }

    private static long seconds(Map<String, Object> conf, String key, int usual) {
        Object value = conf.get(key);
        long given = value instanceof Number number ? number.longValue() : usual;
        return Math.max(1, Math.min(MOST_S, given)) * 1000;
    }

    /** When a worker's rest is over at the latest, or it hangs. */
    public long restMs() {
        return pauseMs + startMs + MARGIN_MS;
    }

    /**
     * When a new worker no longer waits for others' notes, unless one of them works by an older
     * assignment.
     */
    public long allMs() {
        return readyMs + restMs();
    }
}
