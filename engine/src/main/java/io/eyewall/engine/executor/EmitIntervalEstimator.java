package io.eyewall.engine.executor;

/**
 * How soon a spout that had nothing is asked again. One that emits at even intervals is asked just
 * before the next is due, and again soon after; another one twice in the time that passes between
 * two of its emits. So a source with a tuple every 100 us does not wait a millisecond for each, and
 * one that has fallen silent is asked less and less often. Owned by the spout's executor.
 */
final class EmitIntervalEstimator {
    private static final int LOOKS_PER_GAP = 2;

    /**
     * Sooner is not worth a thread's sleep, which takes some 15 us of processor time: tuples that
     * come faster wait for one another.
     */
    private static final long SHORTEST_NS = 150_000;

    /** To the second look where the first was just too early. */
    private static final long AGAIN_NS = 100_000;

    /** A new gap counts for one eighth. */
    private static final int SMOOTHING = 8;

    /**
     * Parts of a gap by which each look comes earlier in it than the last, at least and at most.
     */
    private static final int SHORTEST_STEP = 64;

    private static final int LONGEST_STEP = 8;

    /** A silent spout is asked this many times in the time that it has been silent, at least. */
    private static final int LOOKS_PER_SILENCE = 200;

    /** So that an idle topology costs next to nothing: times what is usual. */
    private static final int LONGEST = 100;

    private boolean asked;

    /** When it emitted last, or was asked first. */
    private long lastNs;

    private long gapNs;

    /** How far gaps are from {@link #gapNs}, on average. */
    private long deviationNs;

    /**
     * How much earlier in its gap the next look comes: more and more, until one has come too early.
     */
    private long stepNs;

    /** Whether one has come too early since the last emit. */
    private boolean tooEarly;

    /** When the look is wanted that comes next; 0: there was one. */
    private long wantedNs;

    /** How much later than wanted looks come, on average. */
    private long lateNs;

    /**
     * A turn emitted something.
     *
     * @param calls of nextTuple that did: a look that comes late finds several
     */
    void onEmit(long nowNs, int calls) {
        onLook(nowNs);
        if (asked) {
            long difference = (nowNs - lastNs) / calls - gapNs;
            gapNs += difference / SMOOTHING;
            deviationNs += (Math.abs(difference) - deviationNs) / SMOOTHING;
        }
        asked = true;
        lastNs = nowNs;
        stepNs = tooEarly ? 0 : Math.min(gapNs / LONGEST_STEP, stepNs + stepNs / 2);
        stepNs = Math.max(gapNs / SHORTEST_STEP, stepNs);
        tooEarly = false;
    }

    private void onLook(long nowNs) {
        if (wantedNs != 0) {
            long late = Math.max(0, Math.min(SHORTEST_NS, nowNs - wantedNs));
            lateNs += (late - lateNs) / SMOOTHING;
            wantedNs = 0;
        }
    }

    /**
     * Nanoseconds from an empty turn to the next one.
     *
     * @param usualNs what Storm waits
     */
    long delayNs(long nowNs, long usualNs) {
        onLook(nowNs);
        if (!asked) {
            asked = true;
            lastNs = nowNs;
            gapNs = usualNs * LOOKS_PER_GAP;
            deviationNs = gapNs;
        }
        long silentNs = nowNs - lastNs;
        boolean awaited = silentNs < gapNs && isEven(usualNs);
        tooEarly |= silentNs >= gapNs / 2;
        long delayNs = awaited ? untilDueNs(silentNs) : silenceNs(silentNs, usualNs);
        wantedNs = nowNs + delayNs;
        return delayNs;
    }

    /** Whether gaps are alike, and long enough that each tuple is worth a sleep of its own. */
    private boolean isEven(long usualNs) {
        return gapNs > SHORTEST_NS && gapNs <= usualNs && deviationNs < gapNs / 2;
    }

    private long untilDueNs(long silentNs) {
        long untilNs = gapNs - stepNs - lateNs - silentNs;
        return Math.max(silentNs < gapNs / 2 ? SHORTEST_NS : AGAIN_NS, untilNs);
    }

    private long silenceNs(long silentNs, long usualNs) {
        long mostNs = mostNs(silentNs, usualNs);
        long halfNs = Math.max(gapNs, silentNs) / LOOKS_PER_GAP;
        return Math.min(mostNs, Math.max(SHORTEST_NS, halfNs));
    }

    /**
     * Nanoseconds between two calls of a spout at most.
     *
     * @param silentNs how long it has emitted nothing
     * @param usualNs what Storm waits
     */
    static long mostNs(long silentNs, long usualNs) {
        return Math.max(usualNs, Math.min(LONGEST * usualNs, silentNs / LOOKS_PER_SILENCE));
    }
}
