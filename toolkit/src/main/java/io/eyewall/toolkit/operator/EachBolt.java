package io.eyewall.toolkit.operator;

import java.io.Serializable;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Makes values of each value: filter, map and flat map.
 *
 * @param <I> what comes
 * @param <O> what goes
 */
public final class EachBolt<I, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<I> input;
    private final Step<I, O> step;

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
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        step.apply(input.value(tuple), value -> emit(tuple, value, made));
    }
}
