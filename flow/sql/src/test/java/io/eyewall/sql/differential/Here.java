package io.eyewall.sql.differential;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.compiler.Ours;
import io.eyewall.sql.compiler.SqlCompiler;
import io.eyewall.sql.function.RowException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;

/** Runs a script by the compiler of {@code eyewall sql}, on the test driver. */
@NullUnmarked // rows hold nulls
final class Here {
    private static final int FRAMES = Integer.getInteger("sql.frames", 4);

    private Here() {}

    /** Returns the answer of a script whose tables are tables. */
    static Answer answer(Script script, int parallelism) {
        return answer(script, script.here(table -> "'connector' = 'stdin'"), parallelism);
    }

    /** Returns the answer of a script whose tables are streams: what is left of the changes. */
    static Answer answerOfStreams(Script script, int parallelism) {
        Script unordered = script.withoutOrder();
        return answer(unordered, unordered.hereOfStreams(), parallelism);
    }

    /** Returns the number of joins in the plan of a script whose tables are streams. */
    static int joinsOfStreams(Script script) {
        try {
            Map<String, List<Object[]>> empty = new HashMap<>();
            script.tables().forEach(table -> empty.put(table.name(), List.of()));
            String text = script.withoutOrder().hereOfStreams();
            String plan = Ours.compiler(text, empty, 1).compile().explanation();
            return plan.split("\n  join-", -1).length - 1;
        } catch (SqlException e) {
            return 0;
        }
    }

    private static Answer answer(Script script, String text, int parallelism) {
        Map<String, List<Object[]>> tables = new HashMap<>();
        script.tables().forEach(table -> tables.put(table.name(), table.rows()));
        try {
            SqlCompiler compiler = Ours.compiler(text, tables, parallelism);
            List<Object[]> rows = new ArrayList<>();
            List<Object[]> printed =
                    Ours.run(
                            Objects.requireNonNull(compiler.compile().topology()),
                            parallelism > 1 ? 2 : 1,
                            Ours.QUICK_START);
            int width = script.query().kinds().size();
            boolean areChanges = !printed.isEmpty() && printed.get(0).length > width;
            for (Object[] row : areChanges ? Ours.remaining(printed) : printed) {
                Object[] values = new Object[row.length];
                for (int i = 0; i < row.length; i++) {
                    values[i] = value(script.query().kinds().get(i), row[i]);
                }
                rows.add(values);
            }
            return Answer.of(rows);
        } catch (SqlException e) {
            return Answer.none(Answer.How.REFUSED, e.describe("script"));
        } catch (RuntimeException | Error e) {
            for (Throwable each = e; each != null; each = each.getCause()) {
                if (each instanceof RowException) {
                    return Answer.none(Answer.How.ROW_ERROR, String.valueOf(each.getMessage()));
                }
            }
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Answer.none(Answer.How.CRASHED, cause + place(cause));
        }
    }

    private static String place(Throwable thrown) {
        StringBuilder place = new StringBuilder();
        for (int i = 0; i < Math.min(FRAMES, thrown.getStackTrace().length); i++) {
            place.append("\n    at ").append(thrown.getStackTrace()[i]);
        }
        return place.toString();
    }

    private static Object value(Kind kind, Object value) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return kind == Kind.DOUBLE ? (Object) number : value.toString() + " (a DOUBLE)";
        }
        if (value instanceof Number number) {
            BigDecimal exact = new BigDecimal(number.toString());
            return kind == Kind.DOUBLE ? (Object) exact.doubleValue() : exact;
        }
        return value;
    }
}
