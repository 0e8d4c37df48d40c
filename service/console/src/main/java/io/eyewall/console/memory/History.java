package io.eyewall.console.memory;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The charts' data of a topology: one point per poll of the last 30 minutes, at most 1,800. Guarded
 * by the owner's lock.
 */
public final class History {
    /** The length of the history in seconds. */
    public static final int SECONDS = 1800;

    private final long[] timesMs = new long[SECONDS];
    private final double[][] values = new double[3][SECONDS];
    private int next;
    private int count;

    /**
     * A copy of the history's points, oldest first.
     *
     * @param timeMs the time in milliseconds since 1970
     * @param p50Ns the median latency
     * @param p99Ns the 99th percentile of the latency
     * @param perSec messages per second
     */
    @SuppressWarnings("ArrayRecordComponent") // made for one reader, who writes it out
    public record Points(long[] timeMs, double[] p50Ns, double[] p99Ns, double[] perSec) {}

    /**
     * One point.
     *
     * @param timeMs the time in milliseconds since 1970
     * @param p50Ns the median latency
     * @param p99Ns the 99th percentile of the latency
     * @param perSec messages per second
     */
    public record Point(long timeMs, double p50Ns, double p99Ns, double perSec) {
        boolean isPossible() {
            return p50Ns >= 0
                    && p99Ns >= 0
                    && perSec >= 0
                    && Double.isFinite(p50Ns + p99Ns + perSec);
        }
    }

    /** Adds a point, which must be later than all points before. */
    public void add(Point point) {
        timesMs[next] = point.timeMs();
        values[0][next] = point.p50Ns();
        values[1][next] = point.p99Ns();
        values[2][next] = point.perSec();
        next = (next + 1) % SECONDS;
        count = Math.min(count + 1, SECONDS);
    }

    /** Returns the latest point; null if there is none. */
    public @Nullable Point last() {
        int at = index(count - 1);
        return count == 0
                ? null
                : new Point(timesMs[at], values[0][at], values[1][at], values[2][at]);
    }

    /** Returns the points of the half hour before the latest. */
    public Points points() {
        int skipped = 0;
        long oldestMs =
                count == 0 ? 0 : timesMs[index(count - 1)] - TimeUnit.SECONDS.toMillis(SECONDS);
        while (skipped < count && timesMs[index(skipped)] < oldestMs) {
            skipped++;
        }
        int size = count - skipped;
        Points points =
                new Points(new long[size], new double[size], new double[size], new double[size]);
        for (int i = 0; i < size; i++) {
            int from = index(skipped + i);
            points.timeMs()[i] = timesMs[from];
            points.p50Ns()[i] = values[0][from];
            points.p99Ns()[i] = values[1][from];
            points.perSec()[i] = values[2][from];
        }
        return points;
    }

    /** Returns the array index of the i-th oldest point. */
    private int index(int i) {
        return Math.floorMod(next - count + i, SECONDS);
    }
}
