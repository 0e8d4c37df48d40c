package io.eyewall.engine.executor;

/**
 * How soon a spout that had nothing is asked again: twice in the time that passes between two of
 * its emits. So a source with a tuple every 100 us does not wait a millisecond for each, and one
 * that has fallen silent is asked less and less often. Owned by the spout's executor.
 */
final class SpoutPace {
    private static final int LOOKS_PER_GAP = 2;

    /** Sooner is not worth a thread's sleep. */
    private static final long SHORTEST_NS = 50_000;

    /** A new gap counts for one eighth. */
    private static final int SMOOTHING = 8;

    /** A silent spout is asked this many times in the time that it has been silent, at least. */
    private static final int LOOKS_PER_SILENCE = 200;

    /** So that an idle topology costs next to nothing: times what is usual. */
    private static final int LONGEST = 40;

    private boolean asked;

    /** When it emitted last, or was asked first. */
    private long lastNs;

    private long gapNs;

    /** A turn emitted something. */
    void onEmit(long nowNs) {
        if (asked) {
            gapNs += (nowNs - lastNs - gapNs) / SMOOTHING;
        }
        asked = true;
        lastNs = nowNs;
    }

    /**
     * Nanoseconds from an empty turn to the next one.
     *
     * @param usualNs what Storm waits
     */
    long delayNs(long nowNs, long usualNs) {
        if (!asked) {
            asked = true;
            lastNs = nowNs;
            gapNs = usualNs * LOOKS_PER_GAP;
        }
        long silentNs = nowNs - lastNs;
        long mostNs = Math.max(usualNs, Math.min(LONGEST * usualNs, silentNs / LOOKS_PER_SILENCE));
        long wantedNs = Math.max(gapNs, silentNs) / LOOKS_PER_GAP;
        return Math.min(mostNs, Math.max(SHORTEST_NS, wantedNs));
    }
}
