package io.eyewall.toolkit.operator;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** A bolt with the streams of an operator: values, and values by key. */
public abstract class OperatorBolt extends FunctionBolt {
    private static final long serialVersionUID = 1L;

    private final Outputs outputs = new Outputs();

    /** Returns the streams; to be called while a topology is built. */
    public final Outputs outputs() {
        return outputs;
    }

    /** Emits a value made of a tuple, or collects it if {@code made} is not null. */
    protected final void emit(Tuple tuple, Object value, @Nullable List<Outputs.Ready> made) {
        emit(outputs, tuple, value, made);
    }

    /** Emits results of several tuples, or a dead letter. */
    protected final <O> void make(Collection<Tuple> anchors, Supplier<?> record, Maker<O> maker) {
        make(outputs, anchors, record, maker);
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        super.declareStreams(declarer);
        outputs.declare(declarer);
    }
}
