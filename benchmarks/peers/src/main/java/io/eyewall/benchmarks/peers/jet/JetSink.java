package io.eyewall.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Inbox;
import io.eyewall.benchmarks.scenario.Work;
import io.eyewall.benchmarks.scenario.sink.Sinks;
import java.util.function.Consumer;

/** The sink of a work. */
final class JetSink extends AbstractProcessor {
    private final Work work;
    private Consumer<Object> sink;

    JetSink(Work work) {
        this.work = work;
    }

    @Override
    protected void init(Context context) {
        sink = Sinks.create(work);
    }

    @Override
    public void process(int ordinal, Inbox inbox) {
        inbox.drain(sink);
    }
}
