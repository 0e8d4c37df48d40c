package io.eyewall.benchmarks.scenario.sink;

import io.eyewall.benchmarks.scenario.RollingSort;
import java.util.concurrent.TimeUnit;

/**
 * Sorts a window periodically, for systems without ticks: reads the clock once per {@value
 * #TEXTS_PER_LOOK} texts. Used by the window's thread.
 */
final class SortTimer {
    private static final int TEXTS_PER_LOOK = 1_024;
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(RollingSort.PERIOD_SEC);

    private final RollingSort window;
    private int texts;
    private long sortedNs = System.nanoTime();

    /** Creates a timer; the first sort is due after a period. */
    SortTimer(RollingSort window) {
        this.window = window;
    }

    /** Sorts the window if a sort is due; called for each text that was added. */
    void onText() {
        texts++;
        if (texts == TEXTS_PER_LOOK) {
            texts = 0;
            long nowNs = System.nanoTime();
            if (nowNs - sortedNs >= PERIOD_NS) {
                sortedNs = nowNs;
                window.sort();
            }
        }
    }
}
