package io.eyewall.benchmarks.peers.flink;

import io.eyewall.benchmarks.scenario.Work;
import io.eyewall.benchmarks.scenario.sink.Sinks;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;

/** The end of a work; the words' counts are in a map of its own, as everybody's are. */
@SuppressWarnings("deprecation") // the newer sinks are writers with commits: more than is wanted
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
