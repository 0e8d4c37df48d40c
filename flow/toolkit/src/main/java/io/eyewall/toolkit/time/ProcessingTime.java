package io.eyewall.toolkit.time;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.storm.utils.Time;

/**
 * Processing time: milliseconds since 1970 that never decrease. The process reads the wall clock
 * once, when it first needs the time, and adds the elapsed time of the monotonic clock. Setting the
 * machine's clock back or forward therefore neither stops windows, delays and timeouts nor ends
 * them early; from then on the processing time differs from the wall clock by the same amount,
 * until the process is started again.
 *
 * <p>Where Storm's time is simulated, processing time is the simulated time. Any thread may call.
 */
public final class ProcessingTime {
    private static volatile ProcessingTime current =
            new ProcessingTime(System::currentTimeMillis, System::nanoTime);

    private final LongSupplier nanoTime;
    private final long startMs;
    private final long startNs;

    /**
     * Starts at the current wall time.
     *
     * @param wallMs milliseconds since 1970; read once
     * @param nanoTime nanoseconds from any origin, never decreasing
     */
    ProcessingTime(LongSupplier wallMs, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        startMs = wallMs.getAsLong();
        startNs = nanoTime.getAsLong();
    }

    /** Returns the current processing time in milliseconds since 1970. */
    public static long nowMs() {
        return Time.isSimulating() ? Time.currentTimeMillis() : current.ms();
    }

    long ms() {
        return startMs + TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - startNs);
    }

    /**
     * Replaces the time of this process, for tests.
     *
     * @return the time that was replaced
     */
    static ProcessingTime replace(ProcessingTime time) {
        ProcessingTime replaced = current;
        current = time;
        return replaced;
    }
}
