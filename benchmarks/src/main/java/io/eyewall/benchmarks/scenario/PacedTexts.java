package io.eyewall.benchmarks.scenario;

import org.jspecify.annotations.Nullable;

/** The texts of a work that has a rate, each at its time. Used by one thread. */
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

    /** Returns the next one, a {@link Timed} or a text as the work wants it; null: not yet due. */
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
