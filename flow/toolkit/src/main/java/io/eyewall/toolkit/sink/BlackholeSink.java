package io.eyewall.toolkit.sink;

import java.util.List;
import org.apache.storm.tuple.Tuple;

/** Builds a bolt that accepts all tuples and writes nothing: to measure what is before it. */
public final class BlackholeSink extends SinkBuilder<BlackholeSink> {
    /** Starts building a sink. */
    public BlackholeSink() {
        super(SinkOptions.DEFAULT);
    }

    @Override
    protected BlackholeSink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        return bolt((task, tasks, conf) -> new Writer());
    }

    private static final class Writer implements SinkWriter {
        @Override
        public void open() {}

        @Override
        public int write(List<Tuple> tuples) {
            return tuples.size();
        }

        @Override
        public void close() {}
    }
}
