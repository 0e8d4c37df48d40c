package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Queries of which an operator gets rows of a table together with rows that come only at the end of
 * it. It keeps the messages of all of them pending, more than a source usually may have.
 */
@NullUnmarked // rows of tests
class ManyRowsTest {
    private static final int ROWS = 5_000;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT COUNT(*) FROM (SELECT i FROM t UNION ALL SELECT COUNT(*) FROM t) AS u | [5001]
                    SELECT COUNT(*) FROM t, (SELECT COUNT(*) AS n FROM t) AS c WHERE t.i < c.n | [5000]
                    SELECT COUNT(*) FROM t a JOIN (SELECT i % 7 AS k, MAX(i) AS m FROM t GROUP BY i % 7) AS g ON a.i = g.m | [7]
                    SELECT SUM(i) FILTER (WHERE i IN (SELECT i FROM t WHERE i < 10)) FROM t | [45]
                    SELECT MAX(n) FROM (SELECT COUNT(*) OVER (PARTITION BY i % 2) AS n FROM t) AS w | [2500]
                    SELECT COUNT(*) FROM ((SELECT i FROM t) EXCEPT ALL (SELECT MAX(i) FROM t)) AS e | [4999]
                    SELECT COUNT(*) FROM (SELECT i FROM t ORDER BY i DESC LIMIT 2000) AS s | [2000]
                    """)
    void end(String query, String row) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {i});
        }
        String table = "CREATE TABLE t (i INT) WITH ('connector' = 'stdin');";
        SqlCompiler compiler = Ours.compiler(table + query + ";", Map.of("t", rows), 1);
        assertThat(Ours.run(compiler.compile().topology(), 1, Ours.QUICK_START))
                .extracting(Arrays::toString)
                .containsExactly(row);
    }
}
