package io.eyewall.sql.function;

import org.apache.calcite.DataContext;
import org.jspecify.annotations.Nullable;

/** A function that filters and projects a row. Generated code implements this interface. */
public interface RowFunction {
    /**
     * Applies the condition and the projection to a row.
     *
     * @return the projected row; null if the row does not meet the condition
     */
    @Nullable Object @Nullable [] apply(DataContext context, @Nullable Object[] row);
}
