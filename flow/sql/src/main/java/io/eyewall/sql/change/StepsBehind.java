package io.eyewall.sql.change;

import io.eyewall.sql.function.Key;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.KeyedStep;
import io.eyewall.toolkit.state.KeyedStates;
import org.jspecify.annotations.Nullable;

/**
 * An operator with steps behind it, which run in the operator's task so that the changes of a row
 * stay in their order.
 *
 * @param operator the operator
 * @param steps steps without state
 */
public record StepsBehind<I>(
        KeyedStep<Key, I, Object[]> operator, EachBolt.Step<Object[], Object[]> steps)
        implements KeyedStep<Key, I, Object[]> {
    /** Returns an operator with steps behind it; null: none. */
    public static <I> KeyedStep<Key, I, Object[]> of(
            KeyedStep<Key, I, Object[]> operator,
            EachBolt.@Nullable Step<Object[], Object[]> steps) {
        return steps == null ? operator : new StepsBehind<>(operator, steps);
    }

    @Override
    public void prepare(KeyedStates states) {
        operator.prepare(states);
    }

    @Override
    public void apply(Key key, I value, EachBolt.Out<Object[]> out) {
        operator.apply(key, value, row -> steps.apply(row, out));
    }

    @Override
    public void end(EachBolt.Out<Object[]> out) {
        operator.end(row -> steps.apply(row, out));
    }
}
