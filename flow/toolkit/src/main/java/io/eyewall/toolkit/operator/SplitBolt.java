package io.eyewall.toolkit.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Sends each value to one of several outputs, or to none.
 *
 * @param <T> values
 */
public final class SplitBolt<T> extends FunctionBolt {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private final Fn.ToLong<T> choice;
    private final List<Outputs> outputs = new ArrayList<>();

    /**
     * @param input reads the values
     * @param count number of outputs, at least 1
     * @param choice returns the number of a value's output, from 0; values with any other number
     *     are dropped
     */
    public SplitBolt(Input<T> input, int count, Fn.ToLong<T> choice) {
        if (count < 1) {
            throw new IllegalArgumentException("split into " + count + ": expected 1 or more");
        }
        this.input = input;
        this.choice = choice;
        for (int i = 0; i < count; i++) {
            outputs.add(new Outputs("output-" + i));
        }
    }

    /** Returns the streams of an output. */
    public Outputs output(int number) {
        return outputs.get(number);
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        T value = input.value(tuple);
        long number = choice.applyAsLong(value);
        if (number >= 0 && number < outputs.size()) {
            emit(outputs.get((int) number), tuple, value, collected);
        }
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        super.declareStreams(declarer);
        outputs.forEach(output -> output.declare(declarer));
    }
}
