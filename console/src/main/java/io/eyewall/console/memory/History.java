package io.eyewall.console.memory;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The last 30 minutes of a topology, a point per look: 1,800 at most. Guarded by its owner's lock.
 */
public final class History {
    /** How far back it goes, in seconds. */
    public static final int SECONDS = 1800;

    private final long[] timesMs = new long[SECONDS];
    private final double[][] values = new double[3][SECONDS];
    private int next;
    private int count;

    /**
     * A copy of what there is, oldest first.
     *
     * @param timeMs when, in milliseconds since 1970
     * @param p50Ns median of the latency
     * @param p99Ns 99 % were faster
     * @param perSec messages per second
     */
    @SuppressWarnings("ArrayRecordComponent") // made for one reader, who writes it out
    public record Points(long[] timeMs, double[] p50Ns, double[] p99Ns, double[] perSec) {}

    /**
     * One look.
     *
     * @param timeMs when, in milliseconds since 1970
     * @param p50Ns median of the latency
     * @param p99Ns 99 % were faster
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

    /** A point, later than those before. */
    public void add(Point point) {
        timesMs[next] = point.timeMs();
        values[0][next] = point.p50Ns();
        values[1][next] = point.p99Ns();
        values[2][next] = point.perSec();
        next = (next + 1) % SECONDS;
        count = Math.min(count + 1, SECONDS);
    }

    /** The latest; null if there is none. */
    public @Nullable Point last() {
        int at = index(count - 1);
        return count == 0
                ? null
                : new Point(timesMs[at], values[0][at], values[1][at], values[2][at]);
    }

    /** Those that are not older than half an hour before the last. */
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

    /** Where the i-th oldest point is. */
    private int index(int i) {
        return Math.floorMod(next - count + i, SECONDS);
    }
}
