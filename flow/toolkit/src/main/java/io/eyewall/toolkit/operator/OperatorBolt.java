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

    /** Emits a result computed from a tuple, or collects it if {@code collected} is not null. */
    protected final void emit(
            Tuple tuple, Object value, @Nullable List<Outputs.PreparedValue> collected) {
        emit(outputs, tuple, value, collected);
    }

    /** Emits results computed from several tuples, or a dead letter. */
    protected final <O> void emitResults(
            Collection<Tuple> anchors, Supplier<?> record, ResultFunction<O> function) {
        emitResults(outputs, anchors, record, function);
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        super.declareStreams(declarer);
        outputs.declare(declarer);
    }
}
