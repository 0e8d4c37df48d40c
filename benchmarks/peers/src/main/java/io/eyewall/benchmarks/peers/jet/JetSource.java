package io.eyewall.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import io.eyewall.benchmarks.scenario.PacedTexts;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.TextCycle;
import io.eyewall.benchmarks.scenario.Work;
import java.util.function.Supplier;

/** The source of a work: emits until its outbox is full or nothing is due, then yields. */
final class JetSource extends AbstractProcessor {
    private final Work work;
    private final int sources;
    private Supplier<Object> texts;
    private Scoreboard.Cell emitted;
    private Object pending;

    /** Creates one of {@code sources} equal sources. */
    JetSource(Work work, int sources) {
        this.work = work;
        this.sources = sources;
    }

    @Override
    protected void init(Context context) {
        emitted = Scoreboard.claim(Role.EMITTED);
        texts =
                work.ratePerSec() == 0
                        ? new TextCycle(work)::next
                        : new PacedTexts(work, sources)::poll;
    }

    /**
     * Emits until the outbox is full or no tuple is due. It checks for the requested stop only
     * between two tuples, because some sinks may already have received the pending tuple.
     */
    @Override
    public boolean complete() {
        while (true) {
            if (pending == null) {
                if (Scoreboard.stopRequested()) {
                    return true;
                }
                pending = texts.get();
                if (pending == null) {
                    return false;
                }
            }
            if (!tryEmit(pending)) {
                return false;
            }
            pending = null;
            emitted.increment();
        }
    }
}
