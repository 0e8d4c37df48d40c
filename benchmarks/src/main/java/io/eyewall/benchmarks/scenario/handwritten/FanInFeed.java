package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Work;
import java.util.function.Consumer;

/** Several sources, which emit in turn. */
final class FanInFeed implements Feed<Message> {
    private final ChainFeed[] sources;
    private int next;

    FanInFeed(Work work) {
        sources = new ChainFeed[work.size()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = new ChainFeed(work, 0);
        }
    }

    @Override
    public void next(Consumer<Message> out) {
        sources[next].next(out);
        next = next + 1 == sources.length ? 0 : next + 1;
    }
}
