package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/**
 * Gives each value to a function: the end of a stream.
 *
 * @param <T> values
 */
public final class ForEachBolt<T> extends PunctuatedBolt implements Catching {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private final Fn.To<T> action;
    private final Thrown thrown = new Thrown();

    /**
     * @param action is called by the task's thread; what it throws fails the topology, unless that
     *     is caught
     */
    public ForEachBolt(Input<T> input, Fn.To<T> action) {
        this.input = input;
        this.action = action;
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
        try {
            action.accept(input.value(tuple));
        } catch (RuntimeException e) {
            thrown.on(e, tuple, collector());
            return;
        }
        collector().ack(tuple);
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        thrown.declare(declarer);
    }
}
