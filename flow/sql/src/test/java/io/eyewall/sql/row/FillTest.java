package io.eyewall.sql.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.generate.Generator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FillTest {
    private static final int ROWS = 1000;

    private static List<Object[]> rows(long seed) throws Exception {
        Column column = new Column("a", Column.Kind.BIGINT, Column.ANY_SIZE, 0, false);
        Fill random = new Fill(false, 0, Long.MAX_VALUE - 1, 1);
        Generator.Values values =
                Fill.rows(List.of(column, column, column), List.of(random, random, random), seed);
        List<Object[]> rows = new ArrayList<>();
        for (int number = 0; number < ROWS; number++) {
            rows.add((Object[]) values.of(number).get(0));
        }
        return rows;
    }

    @Test
    void noValueOfARowOrSeedComesAgainInTheNext() throws Exception {
        List<Object> all = new ArrayList<>();
        for (long seed = 0; seed < 4; seed++) {
            for (Object[] row : rows(seed)) {
                all.addAll(List.of(row));
            }
        }
        assertThat(all).hasSize(4 * ROWS * 3).doesNotHaveDuplicates();
    }

    @Test
    void aSeedGivesTheSameRowsAgain() throws Exception {
        assertThat(rows(7)).usingRecursiveComparison().isEqualTo(rows(7));
    }
}
