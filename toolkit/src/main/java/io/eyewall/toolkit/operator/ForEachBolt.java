package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/**
 * Gives each value to a function: the end of a stream.
 *
 * @param <T> values
 */
public final class ForEachBolt<T> extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private final Fn.To<T> action;

    /**
     * @param action is called by the task's thread; what it throws fails the topology
     */
    public ForEachBolt(Input<T> input, Fn.To<T> action) {
        this.input = input;
        this.action = action;
    }

    @Override
    protected void onTuple(Tuple tuple) {
        action.accept(input.value(tuple));
        collector().ack(tuple);
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        // it emits nothing
    }
}
