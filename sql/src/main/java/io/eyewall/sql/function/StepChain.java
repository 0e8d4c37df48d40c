package io.eyewall.sql.function;

import io.eyewall.toolkit.operator.EachBolt;

/**
 * Two steps in one.
 *
 * @param first is given rows
 * @param second is given what the first makes of them
 */
public record StepChain(
        EachBolt.Step<Object[], Object[]> first, EachBolt.Step<Object[], Object[]> second)
        implements EachBolt.Step<Object[], Object[]> {
    @Override
    public void apply(Object[] row, EachBolt.Out<Object[]> out) {
        first.apply(row, made -> second.apply(made, out));
    }
}
