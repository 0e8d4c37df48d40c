package io.eyewall.toolkit.operator;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/**
 * Makes values of each value: filter, map and flat map.
 *
 * @param <I> what comes
 * @param <O> what goes
 */
public final class EachBolt<I, O> extends OperatorBolt implements Catching {
    private static final long serialVersionUID = 1L;

    private final Input<I> input;
    private final Step<I, O> step;
    private final Thrown thrown = new Thrown();

    /** Takes what is made. */
    public interface Out<O> {
        /** One more. */
        void accept(O value);
    }

    /** What is done to a value. */
    public interface Step<I, O> extends Serializable {
        /** Gives what it makes of it, before it returns. */
        void apply(I value, Out<O> out);
    }

    /**
     * @param input how values are read
     * @param step what is done
     */
    public EachBolt(Input<I> input, Step<I, O> step) {
        this.input = input;
        this.step = step;
    }

    @Override
    public void catching() {
        thrown.toDeadLetters();
    }

    /** Keeps what fits. */
    public static <T> Step<T, T> filter(Fn.Is<T> fits) {
        return (value, out) -> {
            if (fits.test(value)) {
                out.accept(value);
            }
        };
    }

    /** Makes one of one. */
    public static <I, O> Step<I, O> map(Fn.Of<I, O> function) {
        return (value, out) -> out.accept(function.apply(value));
    }

    /** Makes any number of one. */
    public static <I, O> Step<I, O> flatMap(Fn.Of<I, ? extends Iterable<O>> function) {
        return (value, out) -> function.apply(value).forEach(out::accept);
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        thrown.prepare(context, collector());
    }

    @Override
    protected void onTuple(Tuple tuple) {
        List<Outputs.Ready> made = List.of();
        try {
            if (thrown.isCaught()) {
                made = all(tuple);
            } else {
                step.apply(input.value(tuple), value -> emit(tuple, value));
            }
        } catch (RuntimeException e) {
            thrown.on(e, tuple, collector());
            return;
        }
        made.forEach(value -> value.emit(collector(), tuple));
        collector().ack(tuple);
    }

    /** What is made of a value, to be emitted as a whole. */
    private List<Outputs.Ready> all(Tuple tuple) {
        List<Outputs.Ready> made = new ArrayList<>();
        step.apply(input.value(tuple), value -> made.add(outputs().ready(value)));
        return made;
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        super.declareStreams(declarer);
        thrown.declare(declarer);
    }
}
