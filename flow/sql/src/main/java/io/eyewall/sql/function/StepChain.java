package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;
import org.jspecify.annotations.Nullable;

/**
 * Two steps that run as one.
 *
 * @param first step that receives the rows
 * @param second step that receives the rows which the first step emits
 */
public record StepChain(
        EachBolt.Step<Object[], Object[]> first, EachBolt.Step<Object[], Object[]> second)
        implements EachBolt.Step<Object[], Object[]> {
    @Override
    public void apply(Object[] row, EachBolt.Out<Object[]> out) {
        first.apply(row, intermediate -> second.apply(intermediate, out));
    }

    @Override
    public @Nullable Object saved() {
        Object ofFirst = first.saved();
        Object ofSecond = second.saved();
        return ofFirst == null && ofSecond == null ? null : new Object[] {ofFirst, ofSecond};
    }

    @Override
    public void restore(@Nullable Object saved) {
        Object[] both = saved == null ? new Object[2] : (Object[]) saved;
        first.restore(both[0]);
        second.restore(both[1]);
    }
}
