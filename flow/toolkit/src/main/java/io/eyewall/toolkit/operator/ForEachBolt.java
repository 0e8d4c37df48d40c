package io.eyewall.toolkit.operator;

import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Passes each value to a function: the end of a stream.
 *
 * @param <T> values
 */
public final class ForEachBolt<T> extends FunctionBolt {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private final Fn.To<T> action;

    /**
     * @param action function called by the task's thread; an exception fails the topology unless
     *     the bolt is {@linkplain #catching catching}
     */
    public ForEachBolt(Input<T> input, Fn.To<T> action) {
        this.input = input;
        this.action = action;
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        action.accept(input.value(tuple));
    }
}
