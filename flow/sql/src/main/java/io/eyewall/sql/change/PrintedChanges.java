package io.eyewall.sql.change;

import io.eyewall.toolkit.operator.EachBolt;
import org.jspecify.annotations.Nullable;

/** Turns changes into rows to print, whose first cell says what happens to the rest of the row. */
public final class PrintedChanges implements EachBolt.Step<Object[], Object[]> {
    private static final long serialVersionUID = 1L;

    /** The first cell of a row that is added. */
    public static final String ADDED = "+";

    /** The first cell of a row that is taken away. */
    public static final String TAKEN_AWAY = "-";

    @Override
    public void apply(Object[] change, EachBolt.Out<Object[]> out) {
        long count = RowChanges.count(change);
        @Nullable Object[] printed = new @Nullable Object[change.length];
        printed[0] = count > 0 ? ADDED : TAKEN_AWAY;
        System.arraycopy(change, 0, printed, 1, change.length - 1);
        for (long i = 0; i < Math.abs(count); i++) {
            out.accept(printed.clone());
        }
    }
}
