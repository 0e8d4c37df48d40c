package io.eyewall.sql.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports an error in the data of a query. It has no stack trace, because the program is not at
 * fault; it has a cause if a user function threw one.
 */
public final class RowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private RowException(String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
    }

    /**
     * Returns the error that a row's values cause.
     *
     * @param query location of the query
     * @param columns names of the row's values
     */
    static RowException forRow(
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
                isFromUserFunction(e) ? e : null);
    }

    /**
     * Returns the error that occurs when a row is added to a group.
     *
     * @param query location of the query
     * @param keys key values of the group
     */
    static RowException forGroup(
            String query, @Nullable Object[] keys, @Nullable Object[] row, RuntimeException e) {
        return forSum(query, "the group " + Arrays.toString(keys), row, e);
    }

    /**
     * Returns the error that occurs when window functions are computed for a row.
     *
     * @param query location of the query
     */
    static RowException forFrame(String query, @Nullable Object[] row, RuntimeException e) {
        return forSum(query, "a frame of OVER", row, e);
    }

    private static RowException forSum(
            String query, String group, @Nullable Object[] row, RuntimeException e) {
        String message =
                e instanceof ArithmeticException
                        ? group
                                + " can't take the row "
                                + Arrays.toString(row)
                                + ": "
                                + reason(e)
                                + "; leave it out by WHERE, or CAST what is summed to DECIMAL(38, 0)"
                        : reason(e); // The reason contains the remedy.
        return new RowException(query + ": " + message, null);
    }

    private static String reason(RuntimeException e) {
        String message = e.getMessage();
        return message == null ? e.toString() : message;
    }

    /**
     * Returns whether a user function threw the exception: the topmost frame that does not belong
     * to Java, to Calcite, to {@link TextFunctions} or to {@link PostgresqlFunctions} is not
     * generated code.
     */
    private static boolean isFromUserFunction(RuntimeException e) {
        for (StackTraceElement frame : e.getStackTrace()) {
            String className = frame.getClassName();
            if (className.equals(Code.CLASS_NAME)) {
                return false;
            }
            if (!className.startsWith("java.")
                    && !className.startsWith("jdk.")
                    && !className.startsWith("org.apache.calcite.")
                    && !className.equals(TextFunctions.class.getName())
                    && !className.equals(PostgresqlFunctions.class.getName())) {
                return true;
            }
        }
        return false;
    }
}
