package io.eyewall.toolkit.region;

import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.operator.OperatorBolt;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/**
 * Numbers values as they come. One task.
 *
 * @param <T> values
 */
public final class NumberBolt<T> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private transient long next;

    /** How values are read. */
    public NumberBolt(Input<T> input) {
        this.input = input;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        next = 0;
    }

    @Override
    protected void onTuple(Tuple tuple) {
        emit(tuple, new Batch<>(next++, List.of(input.value(tuple))));
        collector().ack(tuple);
    }
}
