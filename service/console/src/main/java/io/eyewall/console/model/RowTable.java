package io.eyewall.console.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows of numbers, rounded to four significant digits. Pages show no more digits, and rows whose
 * rounded numbers stay equal need not be sent again.
 */
public final class RowTable {
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_UP);
    private static final double EXACT = 10_000;
    private static final double MIN = 1e-18;
    private static final double MAX = 1e22;
    private static final double[] POWERS = new double[23];

    static {
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = Double.parseDouble("1e" + i);
        }
    }

    private final double[][] rows;

    private RowTable(double[][] rows) {
        this.rows = rows;
    }

    /**
     * Returns a table of these rows, which it rounds in place; the caller must not change them
     * later.
     */
    public static RowTable of(double[][] rows) {
        for (double[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = rounded(row[i]);
            }
        }
        return new RowTable(rows);
    }

    /**
     * Rounds a number. It is fast because it runs for each number of each executor once per second.
     */
    private static double rounded(double value) {
        double size = Math.abs(value);
        if (!Double.isFinite(value)) {
            return 0;
        } else if (size < EXACT && value == Math.rint(value)) {
            return value;
        } else if (size < MIN || size >= MAX) {
            return new BigDecimal(value).round(DIGITS).doubleValue();
        }
        // Powers of ten up to 1e22 are exact, so the one division or product gives the double that
        // is nearest to the four digits.
        int shift = (int) Math.floor(Math.log10(size)) - (DIGITS.getPrecision() - 1);
        double power = POWERS[Math.abs(shift)];
        double digits = Math.floor((shift < 0 ? size * power : size / power) + 0.5);
        return Math.copySign(shift < 0 ? digits / power : digits * power, value);
    }

    /** Returns the number of rows. */
    public int size() {
        return rows.length;
    }

    /** Returns one number. */
    public double get(int row, int column) {
        return rows[row][column];
    }

    /** Returns all rows by their index. */
    public Map<Integer, double[]> all() {
        return changedSince(null);
    }

    /**
     * Returns the rows that have changed, by their index.
     *
     * @param before the earlier table, of the same structure; null returns all rows
     */
    public Map<Integer, double[]> changedSince(@Nullable RowTable before) {
        Map<Integer, double[]> changed = new TreeMap<>();
        for (int i = 0; i < rows.length; i++) {
            if (before == null
                    || i >= before.rows.length
                    || !Arrays.equals(rows[i], before.rows[i])) {
                changed.put(i, rows[i]);
            }
        }
        return changed;
    }
}
