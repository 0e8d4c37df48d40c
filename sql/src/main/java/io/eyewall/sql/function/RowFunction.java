package io.eyewall.sql.function;

import org.apache.calcite.DataContext;
import org.jspecify.annotations.Nullable;

/** Generated code: filters and projects a row. */
public interface RowFunction {
    /**
     * @return the projected row; null if the condition is not met
     */
    @Nullable Object @Nullable [] apply(DataContext context, @Nullable Object[] row);
}
