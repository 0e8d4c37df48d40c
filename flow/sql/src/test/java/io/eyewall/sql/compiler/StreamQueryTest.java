package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.sql.SqlException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams: windows that are complete before the end, late rows, and what has no end. */
class StreamQueryTest {
    private static final String STREAMS =
            """
            CREATE STREAM clicks (u VARCHAR, n INT, ts TIMESTAMP,
                WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'stdin');
            CREATE STREAM buys (u VARCHAR, price INT, ts TIMESTAMP, WATERMARK FOR ts)
                WITH ('connector' = 'stdin');
            CREATE TABLE users (u VARCHAR, country VARCHAR) WITH ('connector' = 'stdin');
            """;
    private static final String TUMBLE =
            "TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '10' SECOND))";

    private static Object[] click(String user, int n, long secs) {
        return new Object[] {user, n, secs * 1000};
    }

    private static List<String> run(
            String query, Map<String, List<Object[]>> given, int parallelism) {
        Map<String, List<Object[]>> tables = new TreeMap<>();
        for (String name : List.of("clicks", "buys", "users")) {
            tables.put(name, given.getOrDefault(name, List.of()));
        }
        var compiled = Ours.compiler(STREAMS + query + ";", tables, parallelism).compile();
        assertThat(compiled.topology()).isNotNull();
        return Ours.run(compiled.topology(), parallelism).stream().map(Arrays::toString).toList();
    }

    private static String sums() {
        return "SELECT window_end, u, SUM(n) FROM "
                + TUMBLE.formatted("clicks")
                + " GROUP BY window_start, window_end, u";
    }

    @Test
    void windowsComeInTheirOrder() {
        List<Object[]> clicks =
                List.of(click("a", 1, 12), click("b", 2, 3), click("a", 3, 9), click("a", 4, 19));
        assertThat(run(sums(), Map.of("clicks", clicks), 1))
                .containsExactly("[10000, b, 2]", "[10000, a, 3]", "[20000, a, 5]");
        assertThat(run(sums(), Map.of("clicks", clicks), 3)).hasSize(3);
    }

    /** Marks come every 64 rows; the last row is 55 s older than the newest. */
    @Test
    void lateRowsAreLeftOut() {
        List<Object[]> clicks = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            clicks.add(click("a", 1, 60));
        }
        clicks.add(click("a", 100, 5));
        clicks.add(click("a", 1, 55)); // as late as it may be
        assertThat(run(sums(), Map.of("clicks", clicks), 1))
                .containsExactly("[60000, a, 1]", "[70000, a, 64]");
    }

    @Test
    void rowsWithoutATimeBelongToNoWindow() {
        List<Object[]> clicks = List.of(new Object[] {"a", 1, null}, click("a", 2, 1));
        assertThat(run(sums(), Map.of("clicks", clicks), 1)).containsExactly("[10000, a, 2]");
    }

    @Test
    void sessionsEndAfterAGap() {
        Random random = new Random(5);
        List<Object[]> clicks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            clicks.add(click("u" + random.nextInt(4), 1, random.nextInt(4)));
        }
        for (int i = 0; i < 300; i++) {
            clicks.add(click("u" + random.nextInt(4), 1, 4 + random.nextInt(500)));
        }
        List<String> expected = new ArrayList<>();
        for (int user = 0; user < 4; user++) {
            String name = "u" + user;
            long[] times =
                    clicks.stream()
                            .filter(row -> row[0].equals(name))
                            .mapToLong(row -> (Long) row[2])
                            .sorted()
                            .toArray();
            int first = 0;
            for (int i = 1; i <= times.length; i++) {
                if (i == times.length || times[i] - times[i - 1] >= 7_000) {
                    expected.add(
                            "["
                                    + name
                                    + ", "
                                    + times[first]
                                    + ", "
                                    + (times[i - 1] + 7_000)
                                    + ", "
                                    + (i - first)
                                    + "]");
                    first = i;
                }
            }
        }
        String session =
                "SELECT u, window_start, window_end, COUNT(*) FROM TABLE(SESSION(TABLE clicks,"
                        + " DESCRIPTOR(ts), DESCRIPTOR(u), INTERVAL '7' SECOND))"
                        + " GROUP BY u, window_start, window_end";
        // All within the first mark's reach: nothing is late.
        String table = session.replace("TABLE clicks", "TABLE past");
        String past =
                "CREATE TABLE past (u VARCHAR, n INT, ts TIMESTAMP) WITH ('connector' = 'stdin');";
        var compiled = Ours.compiler(past + table + ";", Map.of("past", clicks), 2).compile();
        assertThat(compiled.topology()).isNotNull();
        assertThat(Ours.run(compiled.topology(), 2).stream().map(Arrays::toString).toList())
                .containsExactlyInAnyOrderElementsOf(expected);
        List<Object[]> inOrder = new ArrayList<>(clicks);
        inOrder.sort((a, b) -> Long.compare((Long) a[2], (Long) b[2]));
        assertThat(run(session, Map.of("clicks", inOrder), 2))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void joinsStreamsWithinWindows() {
        Map<String, List<Object[]>> rows =
                Map.of(
                        "clicks",
                        List.of(click("a", 1, 1), click("b", 2, 2), click("a", 3, 15)),
                        "buys",
                        List.of(click("a", 10, 5), click("c", 20, 6), click("b", 30, 12)));
        String join =
                "SELECT c.window_end, c.u, c.n, b.price FROM "
                        + TUMBLE.formatted("clicks")
                        + " c %s JOIN "
                        + TUMBLE.formatted("buys")
                        + " b ON c.u = b.u AND c.window_start = b.window_start AND c.window_end ="
                        + " b.window_end";
        assertThat(run(join.formatted(""), rows, 1)).containsExactly("[10000, a, 1, 10]");
        assertThat(run(join.formatted("LEFT"), rows, 2))
                .containsExactlyInAnyOrder(
                        "[10000, a, 1, 10]", "[10000, b, 2, null]", "[20000, a, 3, null]");
        assertThat(run(join.formatted("FULL"), rows, 1)).hasSize(5);
    }

    @Test
    void aStreamWaitsForItsTable() {
        Map<String, List<Object[]>> rows =
                Map.of(
                        "clicks",
                        List.of(click("a", 1, 1), click("b", 2, 2)),
                        "users",
                        List.of(new Object[] {"a", "NO"}, new Object[] {"a", "SE"}));
        String join = "SELECT c.u, c.n, s.country FROM clicks c %s JOIN users s ON c.u = s.u";
        assertThat(run(join.formatted(""), rows, 1))
                .containsExactlyInAnyOrder("[a, 1, NO]", "[a, 1, SE]");
        assertThat(run(join.formatted("LEFT"), rows, 2)).hasSize(3).contains("[b, 2, null]");
    }

    @Test
    void sortsWithinWindows() {
        List<Object[]> clicks = List.of(click("a", 9, 1), click("b", 2, 2), click("c", 1, 15));
        String query = sums() + " ORDER BY window_end, 3 DESC";
        assertThat(run(query, Map.of("clicks", clicks), 2))
                .containsExactly("[10000, a, 9]", "[10000, b, 2]", "[20000, c, 1]");
    }

    /** The two greatest of each window, and the sum so far; a partition ends with its window. */
    @Test
    void numbersRowsWithinWindows() {
        List<Object[]> clicks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            clicks.add(click("u" + i % 3, i % 7, i / 5));
        }
        String query =
                "SELECT * FROM (SELECT window_end, u, n, ROW_NUMBER() OVER (PARTITION BY"
                        + " window_end, u ORDER BY n DESC) AS place, SUM(n) OVER (PARTITION BY"
                        + " window_end, u ORDER BY n DESC ROWS UNBOUNDED PRECEDING) AS total FROM "
                        + TUMBLE.formatted("clicks")
                        + ") WHERE place <= 2";
        List<String> expected = new ArrayList<>();
        for (int window = 0; window < 4; window++) {
            for (int user = 0; user < 3; user++) {
                int at = window;
                int of = user;
                int[] greatest =
                        clicks.stream()
                                .filter(row -> row[0].equals("u" + of))
                                .filter(row -> (Long) row[2] / 10_000 == at)
                                .mapToInt(row -> -(Integer) row[1])
                                .sorted()
                                .map(n -> -n)
                                .limit(2)
                                .toArray();
                String begin = "[" + (at + 1) * 10_000 + ", u" + of + ", ";
                expected.add(begin + greatest[0] + ", 1, " + greatest[0] + "]");
                int both = greatest[0] + greatest[1];
                expected.add(begin + greatest[1] + ", 2, " + both + "]");
            }
        }
        for (int parallelism : new int[] {1, 3}) {
            assertThat(run(query, Map.of("clicks", clicks), parallelism))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE VIEW v AS SELECT MAX(ts) AS ts FROM clicks GROUP BY u; SELECT window_end,"
                        + " COUNT(*) FROM TABLE(TUMBLE(TABLE v, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
                        + " GROUP BY window_end | TUMBLE over rows that change: the query has GROUP BY"
                        + " over a stream",
                "SELECT * FROM clicks ORDER BY n | ORDER BY over a stream must begin with window_end",
                "SELECT COUNT(*) OVER (ORDER BY country ROWS -1 PRECEDING) FROM users | non-negative",
                "SELECT COUNT(COLLECT(u)) OVER () FROM users | not supported: the aggregate function"
                        + " COLLECT",
                "SELECT * FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' MONTH)) |"
                        + " expected intervals of fixed length",
                "SELECT nothing FROM clicks | Column 'nothing' not found in any table; there are"
                        + " clicks[",
                "CREATE TABLE o (a INT, b INT) WITH ('connector' = 'stdout'); INSERT INTO o (a) SELECT n"
                        + " FROM clicks | a list of columns is not supported here",
                "SELECT * FROM nowhere | Object 'nowhere' not found; there are [buys, clicks, users],"
                        + " others need CREATE TABLE",
                "SELECT 1 + | Encountered \"+ <EOF>\": the query ends before it is complete",
                "SELECT n FROM clicks ORDER n | Incorrect syntax near the keyword 'ORDER'; expected one"
                        + " of \"BY\"",
                "SELEC * FROM clicks | expected CREATE TABLE",
                "CREATE TABLE o (a INT, b INT) WITH ('connector' = 'stdout'); INSERT INTO o SELECT n FROM"
                        + " clicks | the query has 1 columns; table o has 2",
                "CREATE TABLE x (a BLOB) WITH ('connector' = 'file') | no type 'BLOB'",
                "CREATE TABLE users (a INT) WITH ('connector' = 'file') | is defined already",
                "CREATE FUNCTION f AS 'no.Such' | class no.Such is not in the given jars",
            })
    void refusesByName(String query, String message) {
        assertThatThrownBy(() -> run(query, Map.of(), 1))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining(message);
    }

    @Test
    void namesThePlace() {
        assertThatThrownBy(() -> run("SELECT u,\n  nothing FROM clicks", Map.of(), 1))
                .isInstanceOfSatisfying(
                        SqlException.class,
                        e -> assertThat(e.describe("x.sql")).startsWith("x.sql:7:3: Column"));
    }
}
