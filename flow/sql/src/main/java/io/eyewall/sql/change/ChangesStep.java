package io.eyewall.sql.change;

import io.eyewall.toolkit.operator.EachBolt;

/**
 * Applies a step for rows to the rows of changes.
 *
 * @param step a step that emits the same for equal rows, whenever they come
 */
public record ChangesStep(EachBolt.Step<Object[], Object[]> step)
        implements EachBolt.Step<Object[], Object[]> {
    @Override
    public void apply(Object[] change, EachBolt.Out<Object[]> out) {
        long count = RowChanges.count(change);
        step.apply(RowChanges.row(change), row -> out.accept(RowChanges.of(row, count)));
    }
}
