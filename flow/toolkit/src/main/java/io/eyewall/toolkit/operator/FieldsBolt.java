package io.eyewall.toolkit.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Emits each value as a tuple of several fields, for bolts that read fields by name, such as sinks.
 *
 * @param <T> values
 */
public final class FieldsBolt<T> extends FunctionBolt {
    private static final long serialVersionUID = 1L;

    private final Input<T> input = Input.ofOperator();
    private final Fn.Of<T, ? extends List<?>> values;
    private final ArrayList<String> fields;

    /**
     * @param values returns the values of the fields, in their order
     * @param fields names of the fields
     */
    public FieldsBolt(Fn.Of<T, ? extends List<?>> values, List<String> fields) {
        this.values = values;
        this.fields = new ArrayList<>(fields);
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void onTuple(Tuple tuple) {
        List<Object> row = new ArrayList<>();
        if (runCatching(tuple, () -> row.addAll(values.apply(input.value(tuple))))) {
            collector().emit(tuple, row);
            collector().ack(tuple);
        }
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        super.declareStreams(declarer);
        declarer.declare(new Fields(fields));
    }
}
