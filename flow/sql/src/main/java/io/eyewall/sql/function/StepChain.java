package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;

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
}
