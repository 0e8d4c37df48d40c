package io.eyewall.benchmarks.peers.flink;

import io.eyewall.benchmarks.scenario.Work;
import io.eyewall.benchmarks.scenario.sink.Sinks;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;

/** The sink of a work. Each task keeps its words' counts in a map of its own, as in all systems. */
@SuppressWarnings("deprecation") // the newer sinks are writers with commits
final class FlinkSink<T>
        extends org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction<T> {
    private static final long serialVersionUID = 1L;

    private final Work work;
    private transient Consumer<T> sink;

    FlinkSink(Work work) {
        this.work = work;
    }

    @Override
    public void open(OpenContext context) {
        sink = Sinks.create(work);
    }

    @Override
    public void invoke(T value, Context context) {
        sink.accept(value);
    }
}
