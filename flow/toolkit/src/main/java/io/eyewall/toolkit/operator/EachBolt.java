package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import java.io.Serializable;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Applies a step to each value: filter, map and flat map.
 *
 * @param <I> input values
 * @param <O> output values
 */
public final class EachBolt<I, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<I> input;
    private final Step<I, O> step;

    /** Receives the values that a step emits. */
    public interface Out<O> {
        /** Emits a value. */
        void accept(O value);
    }

    /** Processes a value. */
    public interface Step<I, O> extends Serializable {
        /** Emits the results for a value, before it returns. */
        void apply(I value, Out<O> out);

        /** Returns the state of a step that has any, for a snapshot; else null. */
        default @Nullable Object saved() {
            return null;
        }

        /** Restores what {@link #saved} has returned; null: the initial state. */
        default void restore(@Nullable Object saved) {}
    }

    /**
     * @param input reads the values
     * @param step step to apply to each value
     */
    public EachBolt(Input<I> input, Step<I, O> step) {
        this.input = input;
        this.step = step;
    }

    /** Returns a step that passes on the values for which a condition holds. */
    public static <T> Step<T, T> filter(Fn.Is<T> condition) {
        return (value, out) -> {
            if (condition.test(value)) {
                out.accept(value);
            }
        };
    }

    /** Returns a step that maps each value to one value. */
    public static <I, O> Step<I, O> map(Fn.Of<I, O> function) {
        return (value, out) -> out.accept(function.apply(value));
    }

    /** Returns a step that maps each value to any number of values. */
    public static <I, O> Step<I, O> flatMap(Fn.Of<I, ? extends Iterable<O>> function) {
        return (value, out) -> function.apply(value).forEach(out::accept);
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        Object saved = step.saved();
        if (saved != null) {
            out.put(0, 1, saved);
        }
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        step.restore(null);
        in.forEach(0, (entry, content) -> step.restore(content[0]));
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        step.apply(input.value(tuple), value -> emit(tuple, value, collected));
    }
}
