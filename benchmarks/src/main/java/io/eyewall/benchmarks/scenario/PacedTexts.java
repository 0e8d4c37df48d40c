package io.eyewall.benchmarks.scenario;

import org.jspecify.annotations.Nullable;

/**
 * The texts of a work that has a rate, each of them available when it is due. Used by one thread.
 */
public final class PacedTexts {
    private final TextCycle texts;
    private final Pace pace;
    private final boolean timed;

    /** Creates one of {@code sources} equal sources; its first text is due now. */
    public PacedTexts(Work work, int sources) {
        texts = new TextCycle(work);
        pace = new Pace(work.ratePerSec(), sources, System.nanoTime());
        timed = work.measuresLatency();
    }

    /**
     * Returns the next text, as a {@link Timed} if the work measures latency; null if it is not
     * due.
     */
    public @Nullable Object poll() {
        long nowNs = System.nanoTime();
        if (!pace.isDue(nowNs)) {
            return null;
        }
        Object value = timed ? new Timed(pace.dueNs(), nowNs, texts.next()) : texts.next();
        pace.advance();
        return value;
    }

    /** Returns the time until the next text is due; 0 or less if it is due. */
    public long waitNs() {
        return pace.dueNs() - System.nanoTime();
    }
}
