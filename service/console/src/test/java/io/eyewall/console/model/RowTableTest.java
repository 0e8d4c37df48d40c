package io.eyewall.console.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What hardly changes is not sent again. */
class RowTableTest {
    private static RowTable table(double... firstColumn) {
        double[][] rows = new double[firstColumn.length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new double[] {firstColumn[i], 7};
        }
        return RowTable.of(rows);
    }

    @Test
    void keepsFourDigits() {
        RowTable table = table(123_456_789, 0.000_123_456, 9_999, 3, Double.NaN, -123_456);

        assertThat(table.get(0, 0)).isEqualTo(123_500_000);
        assertThat(table.get(1, 0)).isEqualTo(0.000_123_5);
        assertThat(table.get(2, 0)).isEqualTo(9_999);
        assertThat(table.get(3, 0)).isEqualTo(3);
        assertThat(table.get(4, 0)).isZero();
        assertThat(table.get(5, 0)).isEqualTo(-123_500);
    }

    @Test
    void roundsAsDecimalsDo() {
        Random random = new Random(16);
        MathContext four = new MathContext(4, RoundingMode.HALF_UP);
        for (int i = 0; i < 100_000; i++) {
            double value = Math.pow(10, random.nextDouble() * 60 - 30) * (random.nextInt(3) - 1.1);
            assertThat(table(value).get(0, 0))
                    .isEqualTo(new BigDecimal(value).round(four).doubleValue());
        }
        for (double edge : new double[] {9_999.6, 0.099_999, 1e22, 9.9999e21, 1e-18, 12_345.0}) {
            assertThat(table(edge).get(0, 0))
                    .isEqualTo(new BigDecimal(edge).round(four).doubleValue());
        }
    }

    @Test
    void saysWhichRowsHaveChanged() {
        RowTable before = table(1, 2, 100_001);
        RowTable now = table(1, 3, 100_002);

        assertThat(now.changedSince(before)).containsOnlyKeys(1);
        assertThat(now.changedSince(null)).containsOnlyKeys(0, 1, 2);
        assertThat(now.changedSince(table(1))).containsOnlyKeys(1, 2);
    }
}
