package io.eyewall.benchmarks.fairness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The longest time between two signs of life of each pipeline, without the time for which the
 * signalling thread waited for a processor, because other processes must not count.
 */
final class Gaps {
    private static final Path SCHEDULED = Path.of("/proc/thread-self/schedstat");

    private final long[] lastNs;
    private final long[] longestNs;
    private final Thread[] lastThread;
    private final long[] lastDelayNs;

    /** Starts the measurement of {@code pipelines} pipelines at {@code nowNs}. */
    Gaps(int pipelines, long nowNs) {
        lastNs = new long[pipelines];
        longestNs = new long[pipelines];
        lastThread = new Thread[pipelines];
        lastDelayNs = new long[pipelines];
        Arrays.fill(lastNs, nowNs);
    }

    /** Records a sign of life of a pipeline; called on the thread that runs it. */
    synchronized void sign(int pipeline) {
        long delayNs = delayNs();
        Thread thread = Thread.currentThread();
        boolean same = thread == lastThread[pipeline]; // else the thread is newer than the sign
        long delayedNs = same ? delayNs - lastDelayNs[pipeline] : delayNs;
        lastThread[pipeline] = thread;
        lastDelayNs[pipeline] = delayNs;
        end(pipeline, System.nanoTime(), delayedNs);
    }

    private void end(int pipeline, long nowNs, long delayedNs) {
        long gapNs = nowNs - lastNs[pipeline] - delayedNs;
        longestNs[pipeline] = Math.max(longestNs[pipeline], gapNs);
        lastNs[pipeline] = nowNs;
    }

    /** Returns the longest gap, including gaps that have not ended. */
    synchronized long longestNs(long nowNs) {
        for (int i = 0; i < lastNs.length; i++) {
            end(i, nowNs, 0);
        }
        return Arrays.stream(longestNs).max().orElse(0);
    }

    /** Returns how long this thread has waited for a processor so far; 0 where that is unknown. */
    private static long delayNs() {
        try {
            return Long.parseLong(Files.readString(SCHEDULED).split(" ")[1]); // ran, waited, times
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }
}
