package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Calcite does in another way unless it is told. */
@NullUnmarked // rows hold nulls
class ValueTest {
    private static final String TABLE =
            "CREATE TABLE t (i INT, b BIGINT, d DECIMAL(10, 2), s VARCHAR)"
                    + " WITH ('connector' = 'stdin');";

    private static List<String> run(String query) {
        List<Object[]> rows = new ArrayList<>();
        rows.add(new Object[] {1, 2L, new BigDecimal("0.50"), "日本"});
        rows.add(new Object[] {null, null, null, null});
        SqlCompiler compiler = Ours.compiler(TABLE + query + ";", Map.of("t", rows), 1);
        return Ours.run(compiler.compile().topology(), 1).stream().map(Arrays::toString).toList();
    }

    @Test
    void textMayHaveAnyCharacter() {
        assertThat(run("SELECT s || '€', 'ł' FROM t WHERE s = '日本'")).containsExactly("[日本€, ł]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "i = NULL",
                "NULL > b",
                "s <> CAST(NULL AS VARCHAR)",
                "i BETWEEN NULL AND 3",
                "i = 1 AND i = NULL",
                "CAST(NULL AS BOOLEAN)",
                "1 = 2",
                "i IN (NULL)",
                "NOT (i = NULL)",
            })
    void aConditionThatNeverHoldsLeavesNoRow(String condition) {
        assertThat(run("SELECT i, s || '!' FROM t WHERE " + condition)).isEmpty();
        assertThat(run("SELECT COUNT(*) FROM t WHERE " + condition)).containsExactly("[0]");
        assertThat(run("SELECT COUNT(*) FROM t HAVING COUNT(*) = NULL")).isEmpty();
        assertThat(
                        run(
                                "SELECT t.i, u.i FROM t LEFT JOIN t u ON t.i = u.i AND ("
                                        + unaliased(condition)
                                        + ")"))
                .containsExactlyInAnyOrder("[1, null]", "[null, null]");
    }

    private static String unaliased(String condition) {
        return condition.replaceAll("\\b([ibs])\\b", "u.$1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GREATEST(i, b), LEAST(i, 0) | [2, 0]",
                "CONCAT(s, '-', CAST(NULL AS VARCHAR), i) | [日本-1]",
                "LEFT(s, 1), RIGHT(s, 1), LPAD(s, 4, '*') | [日, 本, **日本]",
                "SPLIT_PART('a:b:c', ':', 2), MD5('') | [b, d41d8cd98f00b204e9800998ecf8427e]",
                "REGEXP_REPLACE('banana', 'a', 'o') | [bonana]",
                "REGEXP_REPLACE('banana', 'a', 'o', 'g') | [bonono]",
                "TO_CHAR(TIMESTAMP '2024-05-06 07:08:09', 'YYYY-MM') | [2024-05]",
                "OVERLAY('' PLACING 'XY' FROM 4 FOR 3), OVERLAY('x😀y' PLACING 'ab' FROM 2) | [XY, xab]",
                "CHAR_LENGTH('x😀y'), REVERSE('x😀y'), POSITION('y' IN 'x😀y') | [3, y😀x, 3]",
                "SUBSTRING('x😀y' FROM 2 FOR 1), SUBSTRING('abc' FROM -1 FOR 3) | [😀, a]",
                "LEFT('x😀yz', -1), RIGHT('x😀yz', -1), LEFT('ab', -3) | [x😀y, 😀yz, ]",
                "LPAD('😀', 3, 'xy'), RPAD('😀b', 4, '-'), LPAD('abc', 2) | [xy😀, 😀b--, ab]",
                "TRANSLATE('a😀b', 'b😀', 'x'), CAST('x😀y' AS VARCHAR(2)) | [ax, x😀]",
                "UPPER('straße'), LOWER('ÅNGSTRÖM') | [STRAßE, ångström]",
                "CAST(i = 1 AS VARCHAR), CONCAT(CAST(TRUE AS VARCHAR), '!') | [true, true!]",
                "CAST(TIME '23:59:59.999' AS VARCHAR) | [23:59:59.999]",
                "CAST(TIMESTAMP '1969-12-31 23:59:59.500' AS VARCHAR) | [1969-12-31 23:59:59.5]",
                "CAST(CAST(TIMESTAMP '1969-12-31 23:59:59.500' AS TIME) AS VARCHAR) | [23:59:59.5]",
                "('abc' SIMILAR TO 'a.*'), 'a.c' SIMILAR TO 'a.[b-d]' | [false, true]",
                "('a^' SIMILAR TO '_^'), 'abc' SIMILAR TO '%c' | [true, true]",
                "INITCAP('ünal éTÉ 3x ελλάδα o''neil') | [Ünal Été 3x Ελλάδα O'Neil]",
                "CAST(d AS VARCHAR), CAST(-d AS VARCHAR), CAST(d * 100 AS VARCHAR) | [0.50, -0.50, 50.00]",
                "CAST(d - d AS VARCHAR) | [0.00]",
                "CAST(-0.5 AS VARCHAR), CAST(0.00 AS VARCHAR) | [-0.5, 0.00]",
                "REVERSE('abc') | [cba]",
                "CAST(DATE_TRUNC('week', DATE '2026-03-05') AS VARCHAR) | [2026-03-02 00:00:00]",
                "CAST(DATE_TRUNC('Decades', TIMESTAMP '1969-12-31 23:59:59') AS VARCHAR) | [1960-01-01 00:00:00]",
                "CAST(DATE_TRUNC('century', TIMESTAMP '2000-05-06 07:08:09') AS VARCHAR) | [1901-01-01 00:00:00]",
                "REGEXP_COUNT('😀a😀', 'a'), REGEXP_INSTR('😀a😀', 'a') | [1, 2]",
                "CAST(CONCAT(s, 'x') AS VARCHAR(1)) = CONCAT(s, 'x'), CAST(b AS VARCHAR(1)) = CAST(b AS VARCHAR) | [false,"
                        + " true]",
                "REGEXP_SUBSTR('foobar', 'o.b'), REGEXP_SUBSTR(s, 'x') | [oob, null]",
                "GCD(-12, 18), LCM(4, -6), GCD(0, 0), LCM(0, 5) | [6, 12, 0, 0]",
                "TRUNC(d, 1), TRUNC(-1.5) | [0.50, -1.0]",
                "BOOL_AND(i > 0), BOOL_OR(i > 1) | [true, false]",
            })
    void functionsOfPostgreSqlAreThere(String expressions, String row) {
        assertThat(run("SELECT " + expressions + " FROM t WHERE i = 1")).containsExactly(row);
    }

    @Test
    void aDecimalWithoutDigitsHasSomeBehindThePoint() {
        assertThat(run("SELECT CAST('1.25' AS DECIMAL) = 1.25, '1.25'::numeric = 1.25 FROM t"))
                .containsOnly("[true, true]");
    }

    @Test
    void aNamedWindowTakesAFrame() {
        String window = "SUM(x) OVER (w ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)";
        String rows = " FROM (VALUES (1), (2)) AS s (x) WINDOW v AS (ORDER BY x), W AS (v)";
        assertThat(run("SELECT x, " + window + rows))
                .containsExactlyInAnyOrder("[1, 2]", "[2, null]");
    }

    /** A sum of squares, as Calcite has it, would leave no correct digit. */
    @Test
    void variancesOfLargeNumbersAreExact() {
        String rows = " FROM (VALUES (7000000000005), (7000000000007)) AS v (x)";
        for (String over : List.of("", " OVER ()")) {
            assertThat(
                            run(
                                    "SELECT VAR_POP(CAST(x AS DOUBLE))"
                                            + over
                                            + ", VAR_SAMP(CAST(x AS DECIMAL(20, 2)))"
                                            + over
                                            + rows))
                    .containsOnly("[1.0, 2.000000]");
        }
    }

    @Test
    void textsOfACaseAreAsLongAsTheyAre() {
        assertThat(run("SELECT CASE WHEN i = 1 THEN 'yes' ELSE 'no' END || '!' FROM t"))
                .containsExactly("[yes!]", "[no!]");
    }

    @Test
    void roundingMayAddADigit() {
        assertThat(run("SELECT ROUND(CAST('99.96' AS DECIMAL(4, 2)), 1) FROM t WHERE i = 1"))
                .containsExactly("[100.00]");
        assertThat(run("SELECT ROUND(CAST('9.5' AS DECIMAL(2, 1))) FROM t WHERE i = 1"))
                .containsExactly("[10.0]");
        assertThat(run("SELECT ROUND(CAST(NULL AS DECIMAL(4, 2)), 1) FROM t WHERE i = 1"))
                .containsExactly("[null]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i + 2147483647 | integer overflow",
                "i - 2147483647 - 3 | integer overflow",
                "b * 9223372036854775807 | long overflow",
                "-(b + 9223372036854775806) | long overflow",
                "SUM(b * 9223372036854775807) | long overflow",
                "CAST(s AS INT) | For input string",
                "i / (i - 1) | / by zero",
            })
    void whatCannotBeComputedIsAnErrorThatNamesTheRow(String expression, String message) {
        assertThatThrownBy(() -> run("SELECT " + expression + " FROM t WHERE i = 1"))
                .hasStackTraceContaining(
                        "the query at 1:92: the row (i = 1, b = 2, d = 0.50, s = 日本) can't be computed"
                                + " with: ")
                .hasStackTraceContaining(message)
                .hasStackTraceContaining("decide by CASE")
                .satisfies(e -> assertThat(root(e).getStackTrace()).isEmpty());
    }

    private static Throwable root(Throwable e) {
        return e.getCause() == null ? e : root(e.getCause());
    }

    @Test
    void aSubqueryOfSeveralRowsIsAnError() {
        assertThatThrownBy(
                        () ->
                                run(
                                        "SELECT i FROM t WHERE i > (SELECT b FROM t WHERE b IS NULL OR b > 0)"))
                .hasStackTraceContaining(
                        "the query at 1:92: a subquery that stands for one value has several rows;"
                                + " aggregate them")
                .satisfies(e -> assertThat(root(e)).hasMessageEndingWith("aggregate them"));
    }

    @Test
    void aSumThatIsTooLargeNamesItsGroup() {
        String twice = "(SELECT s, b + 9223372036854775800 AS n FROM t WHERE i = 1)";
        assertThatThrownBy(
                        () ->
                                run(
                                        "SELECT s, SUM(n) FROM (SELECT * FROM %s UNION ALL SELECT * FROM %s)"
                                                        .formatted(twice, twice)
                                                + " GROUP BY s"))
                .hasStackTraceContaining(
                        "the query at 1:92: the group [日本] can't take the row [日本,"
                                + " 9223372036854775802]: long overflow; leave it out by WHERE, or CAST");
    }

    /** A value that is never null in one grouping set is null in another. */
    @Test
    void groupingSetsOverValuesThatAreNeverNull() {
        assertThat(run("SELECT i, MAX(COALESCE(b, 7)) FROM t GROUP BY ROLLUP(i)"))
                .containsExactlyInAnyOrder("[1, 2]", "[null, 7]", "[null, 7]");
        assertThat(
                        run(
                                "SELECT MIN(DATE '2024-01-01') IS NULL, COUNT(*), GROUPING(i) FROM t"
                                        + " WHERE i > 5 GROUP BY CUBE(i)"))
                .containsExactly("[true, 0, 1]");
        assertThat(run("SELECT MAX(5) + 1 FROM t GROUP BY GROUPING SETS ((i), (s, i), ())"))
                .hasSize(5)
                .containsOnly("[6]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(SELECT MAX(u.b) FROM t u WHERE u.i < t.b) FROM t | [2] [null]",
                "i FROM t WHERE NOT EXISTS (SELECT 1 FROM t u WHERE u.b < t.b) | [1] [null]",
                "i FROM t WHERE i <> ALL (SELECT u.i + 1 FROM t u WHERE u.i = t.i) | [1] [null]",
            })
    void correlatedSubqueriesWithoutAnEquality(String query, String rows) {
        assertThat(run("SELECT " + query)).containsExactlyInAnyOrder(rows.split(" "));
    }

    @Test
    void namesOfWithAndOfViewsInAnyCase() {
        assertThat(
                        run(
                                "WITH w AS (SELECT i AS c FROM t) SELECT x.C FROM W x JOIN w y ON x.c = y.c"))
                .containsExactly("[1]");
        assertThat(
                        run(
                                "WITH w AS (SELECT i FROM t), V AS (SELECT i FROM W WHERE i = 1)"
                                        + " SELECT i FROM (SELECT i FROM v) UNION ALL SELECT 2 FROM \"w\""))
                .containsExactlyInAnyOrder("[1]", "[2]", "[2]");
    }

    @Test
    void nullsAndZerosAreEqualUnlessDistinct() {
        assertThat(run("SELECT t.i, u.i FROM t JOIN t u ON t.i IS NOT DISTINCT FROM u.i"))
                .containsExactlyInAnyOrder("[1, 1]", "[null, null]");
        assertThat(
                        run(
                                "SELECT COUNT(*) FROM (SELECT i * 0e0 AS x FROM t) a JOIN (SELECT i *"
                                        + " -0e0 AS x FROM t) b ON a.x IS NOT DISTINCT FROM b.x"))
                .containsExactly("[2]");
    }

    @Test
    void aConditionOfAJoinNamesTheRowsThatItCannotBeComputedWith() {
        assertThatThrownBy(
                        () ->
                                run(
                                        "SELECT t.i FROM t JOIN t u ON t.b + 9223372036854775806 >"
                                                + " u.i"))
                .hasMessageContainingAll("the query at 1:", "b = 2", "long overflow");
    }
}
