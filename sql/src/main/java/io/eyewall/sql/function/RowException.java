package io.eyewall.sql.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error of a query's data: no fault of a program, so it has no stack trace. It has a cause if
 * that comes from a function of the user.
 */
public final class RowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private RowException(String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
    }

    /**
     * @param query where it stands
     * @param columns names of the row's values
     */
    static RowException of(
            String query, List<String> columns, @Nullable Object[] row, RuntimeException e) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
            values.add(columns.get(i) + " = " + row[i]);
        }
        return new RowException(
                query
                        + ": the row ("
                        + String.join(", ", values)
                        + ") can't be computed with: "
                        + reason(e)
                        + "; leave it out by WHERE, or decide by CASE what it gives",
                isOfUser(e) ? e : null);
    }

    /**
     * @param keys of its group
     */
    static RowException ofGroup(
            String query, @Nullable Object[] keys, @Nullable Object[] row, RuntimeException e) {
        String what =
                e instanceof ArithmeticException
                        ? "the group "
                                + Arrays.toString(keys)
                                + " can't take the row "
                                + Arrays.toString(row)
                                + ": "
                                + reason(e)
                                + "; leave it out by WHERE, or CAST what is summed to DECIMAL(38, 0)"
                        : reason(e); // which says what to do
        return new RowException(query + ": " + what, null);
    }

    private static String reason(RuntimeException e) {
        String message = e.getMessage();
        return message == null ? e.toString() : message;
    }

    /** Whether it was thrown by what generated code calls, and is neither Java's nor Calcite's. */
    private static boolean isOfUser(RuntimeException e) {
        for (StackTraceElement frame : e.getStackTrace()) {
            String of = frame.getClassName();
            if (of.equals(Code.CLASS_NAME)) {
                return false;
            }
            if (!of.startsWith("java.")
                    && !of.startsWith("jdk.")
                    && !of.startsWith("org.apache.calcite.")) {
                return true;
            }
        }
        return false;
    }
}
