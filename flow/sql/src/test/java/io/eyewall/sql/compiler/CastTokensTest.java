package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code x::type} has the meaning of {@code CAST(x AS type)}. */
class CastTokensTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    a + b::INT                       | a + CAST(b AS INT)
                    a = 1 AND b::INT = 2             | a = 1 AND CAST(b AS INT) = 2
                    -a::INT                          | -CAST(a AS INT)
                    (a + b)::DOUBLE PRECISION * 2    | CAST((a + b) AS DOUBLE PRECISION) * 2
                    t.a::DECIMAL(12, 2)              | CAST(t.a AS DECIMAL(12, 2))
                    "T"."A"::VARCHAR(3) <> 'x'       | CAST("T"."A" AS VARCHAR(3)) <> 'x'
                    UPPER(a)::VARCHAR                | CAST(UPPER(a) AS VARCHAR)
                    SUM(a)::INT                      | CAST(SUM(a) AS INT)
                    COUNT(*) OVER (ORDER BY a)::INT  | CAST(COUNT(*) OVER (ORDER BY a) AS INT)
                    SUM(a) FILTER (WHERE b)::INT     | CAST(SUM(a) FILTER (WHERE b) AS INT)
                    a IN (b::INT, 2)                 | a IN (CAST(b AS INT), 2)
                    a::VARCHAR::INT                  | CAST(CAST(a AS VARCHAR) AS INT)
                    CASE WHEN a THEN b END::INT      | CAST(CASE WHEN a THEN b END AS INT)
                    DATE '2024-01-02'::TIMESTAMP     | CAST(DATE '2024-01-02' AS TIMESTAMP)
                    '12'::INT + 1                    | CAST('12' AS INT) + 1
                    a BETWEEN b::INT AND c::INT      | a BETWEEN CAST(b AS INT) AND CAST(c AS INT)
                    NOT (a)::BOOLEAN                 | NOT CAST((a) AS BOOLEAN)
                    EXTRACT(YEAR FROM a)::INT        | CAST(EXTRACT(YEAR FROM a) AS INT)
                    ':: ' <> a                       | ':: ' <> a
                    """)
    void castsWhatStandsDirectlyBeforeIt(String postgresql, String standard)
            throws SqlParseException {
        assertThat(parsed(postgresql)).isEqualTo(parsed(standard));
    }

    private static String parsed(String expression) throws SqlParseException {
        return SqlParser.create("SELECT " + expression + " FROM t", Planning.PARSER)
                .parseStmt()
                .toString()
                .toUpperCase(Locale.ROOT);
    }
}
