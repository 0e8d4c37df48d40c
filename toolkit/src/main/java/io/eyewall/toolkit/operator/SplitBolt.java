package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/**
 * Sends each value to one of several outputs, or to none.
 *
 * @param <T> values
 */
public final class SplitBolt<T> extends PunctuatedBolt implements Catching {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private final Fn.ToLong<T> choice;
    private final List<Outputs> outputs = new ArrayList<>();
    private final Thrown thrown = new Thrown();

    /**
     * @param count of outputs, at least 1
     * @param choice the number of a value's output, from 0; any other: it is dropped
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

    /** The streams of an output. */
    public Outputs output(int number) {
        return outputs.get(number);
    }

    @Override
    public void catching() {
        thrown.toDeadLetters();
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        thrown.prepare(context, collector());
    }

    @Override
    protected void onTuple(Tuple tuple) {
        Outputs.Ready ready = null;
        try {
            T value = input.value(tuple);
            long number = choice.applyAsLong(value);
            if (number >= 0 && number < outputs.size()) {
                Outputs output = outputs.get((int) number);
                if (thrown.isCaught()) {
                    ready = output.ready(value);
                } else {
                    output.emit(collector(), tuple, value);
                }
            }
        } catch (RuntimeException e) {
            thrown.on(e, tuple, collector());
            return;
        }
        if (ready != null) {
            ready.emit(collector(), tuple);
        }
        collector().ack(tuple);
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        outputs.forEach(output -> output.declare(declarer));
        thrown.declare(declarer);
    }
}
