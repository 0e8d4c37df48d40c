package io.eyewall.sql.differential;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * What one side answers to a script.
 *
 * @param how rows, or why there are none
 * @param rows the rows; numbers are {@code BigDecimal} or {@code Double}, times are whole numbers
 * @param message why there are no rows
 */
@NullUnmarked // rows hold nulls
record Answer(How how, List<Object[]> rows, String message) {
    /** Kinds of answers. */
    enum How {
        /** There are rows, perhaps none. */
        ROWS,
        /** The script is refused. */
        REFUSED,
        /** A row can't be computed. */
        ROW_ERROR,
        /** The program is at fault. */
        CRASHED
    }

    static Answer of(List<Object[]> rows) {
        return new Answer(How.ROWS, rows, "");
    }

    static Answer none(How how, String message) {
        return new Answer(how, List.of(), message);
    }

    /**
     * Returns how two answers with rows differ; null if they are the same.
     *
     * @param ordered whether the order counts
     */
    @Nullable String difference(Answer other, boolean ordered) {
        List<Object[]> left = new ArrayList<>(rows);
        List<Object[]> right = new ArrayList<>(other.rows);
        if (!ordered) {
            left.sort(Comparator.comparing(Answer::key));
            right.sort(Comparator.comparing(Answer::key));
        }
        boolean same = left.size() == right.size();
        for (int i = 0; same && i < left.size(); i++) {
            same = same(left.get(i), right.get(i));
        }
        return same
                ? null
                : left.size()
                        + " rows here, "
                        + right.size()
                        + " there\n  only here: "
                        + only(left, right)
                        + "\n  only there: "
                        + only(right, left);
    }

    private static String only(List<Object[]> some, List<Object[]> others) {
        List<Object[]> left = new ArrayList<>(others);
        List<String> only = new ArrayList<>();
        for (Object[] row : some) {
            boolean found = false;
            for (int i = 0; i < left.size() && !found; i++) {
                if (same(row, left.get(i))) {
                    left.remove(i);
                    found = true;
                }
            }
            if (!found && only.size() < 3) {
                only.add(Arrays.toString(row));
            }
        }
        return only.toString();
    }

    private static boolean same(Object[] left, Object[] right) {
        for (int i = 0; i < left.length; i++) {
            if (!same(left[i], right[i])) {
                return false;
            }
        }
        return left.length == right.length;
    }

    private static boolean same(Object left, Object right) {
        if (left instanceof Double one && right instanceof Double two) {
            double most = 1e-9 * Math.max(Math.abs(one), Math.abs(two));
            return one.equals(two) || (Math.abs(one - two) <= most);
        }
        if (left instanceof BigDecimal one && right instanceof BigDecimal two) {
            return one.compareTo(two) == 0;
        }
        return Objects.equals(left, right);
    }

    private static String key(Object[] row) {
        StringBuilder key = new StringBuilder();
        for (Object each : row) {
            if (each instanceof Double number) {
                each =
                        !Double.isFinite(number)
                                ? number
                                : new BigDecimal(number).round(new MathContext(6));
            }
            key.append(
                    each instanceof BigDecimal exact
                            ? exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toString()
                            : each);
            key.append('|');
        }
        return key.toString();
    }
}
