package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.cli.terminal.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code eyewall sql} in a process of its own. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class SqlCommandIT {
    private static final Path EXAMPLES = Path.of("../examples/src/main/resources/sql");

    @TempDir private Path directory;

    private String write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    /** Runs a script of the examples, whose paths are relative to the project's folder. */
    private Child runExample(String name) throws Exception {
        String script =
                Files.readString(EXAMPLES.resolve(name)).replace("'examples/", "'../examples/");
        return Child.run(directory, "sql", write(name, script));
    }

    /** Returns a script of the examples that reads orders.csv instead of the standard input. */
    private static String exampleWithOrders(String name) throws IOException {
        String orders = "'connector' = 'file', 'path' = '" + EXAMPLES.resolve("orders.csv") + "'";
        return Files.readString(EXAMPLES.resolve(name)).replace("'connector' = 'stdin'", orders);
    }

    /** What docs/guides/sql.md shows. */
    @Test
    void runsTheExample() throws Exception {
        Child child = runExample("spending.sql");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out())
                .isEqualTo(
                        """
                        customer,country,orders,spent
                        anna,NO,3,18.50
                        cleo,,1,12.50
                        bert,SE,2,8.20
                        """);
    }

    /** What docs/guides/sql.md shows of OVER. */
    @Test
    void runsTheExampleOfRanks() throws Exception {
        Child child = runExample("ranking.sql");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out())
                .isEqualTo(
                        """
                        customer,item,price,place,spent
                        anna,book,12.50,1,12.50
                        anna,"paper, white",4.80,2,17.30
                        anna,pen,1.20,3,18.50
                        bert,pen,1.20,2,1.20
                        bert,ink,7.00,1,8.20
                        cleo,book,12.50,1,12.50
                        """);
    }

    /** What docs/guides/sql.md shows of results that change. */
    @Test
    void printsTheChangesOfAResult() throws Exception {
        String script = exampleWithOrders("totals.sql");
        Child child = Child.run(directory, "sql", write("totals.sql", script));
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out())
                .startsWith(
                        """
                        change,customer,orders,spent
                        +,anna,1,12.50
                        +,bert,1,1.20
                        +,anna,2,17.30
                        -,anna,1,12.50
                        """);
    }

    /** The groups would be lost with the process, while the stream goes on. */
    @Test
    void refusesToLoseWhatItHasRead() throws Exception {
        String script =
                """
                CREATE STREAM clicks (u VARCHAR) WITH ('connector' = 'redis',
                    'uri' = 'redis://127.0.0.1:1', 'list' = 'clicks');
                SELECT u, COUNT(*) FROM clicks GROUP BY u;
                """;
        Child child = Child.run(directory, "sql", write("clicks.sql", script));
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err())
                .contains("clicks goes on where the last run ended")
                .contains("run it with -c eyewall.snapshot.dir=FOLDER");
    }

    @Tag("complete")
    @Test
    void writesTheWindowsOfAStreamToAFile() throws Exception {
        Path out = directory.resolve("out.json");
        String script =
                exampleWithOrders("windows.sql")
                                .replace("SELECT window_end", "INSERT INTO sums SELECT window_end")
                        + "CREATE VIEW unused AS SELECT 1 AS x;";
        String sums =
                """
                CREATE TABLE sums (at TIMESTAMP, orders BIGINT, total DECIMAL(12, 2))
                WITH ('connector' = 'file', 'format' = 'json', 'path' = '%s');
                """
                        .formatted(out);
        Child child =
                Child.run(directory, "sql", "--parallelism", "2", write("w.sql", sums + script));
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(Files.readAllLines(out))
                .containsExactlyInAnyOrder(
                        "{\"at\":\"2024-05-01 12:00:10\",\"orders\":3,\"total\":18.50}",
                        "{\"at\":\"2024-05-01 12:00:20\",\"orders\":2,\"total\":19.50}",
                        "{\"at\":\"2024-05-01 12:00:40\",\"orders\":1,\"total\":1.20}");
    }

    @Test
    @Tag("complete")
    void callsFunctionsOfAJar() throws Exception {
        String jar =
                AppJar.build(
                                Files.createDirectories(directory.resolve("jar")),
                                Map.of(
                                        "acme.Twice",
                                        """
                                        package acme;
                                        public class Twice {
                                            public Integer eval(Integer n) {
                                                return n == null ? null : 2 * n;
                                            }
                                        }
                                        """),
                                List.of())
                        .toString();
        String script =
                "CREATE FUNCTION twice AS 'acme.Twice';"
                        + "SELECT x, twice(x) AS y FROM (VALUES (1), (21)) AS t (x) ORDER BY x;";
        Child child = Child.run(directory, "sql", "--json", "-e", script, jar);
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out().lines()).containsExactly("{\"x\":1,\"y\":2}", "{\"x\":21,\"y\":42}");
    }

    @Test
    void saysWhereAScriptIsWrong() throws Exception {
        String file = write("wrong.sql", "SELECT 1 AS a;\nSELECT b\nFROM (VALUES (1)) AS t (a);\n");
        Child child = Child.run(directory, "sql", file);
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err()).contains(file + ":2:8: Column 'b' not found");
    }

    /** It is no fault of a program. */
    @Test
    void saysOnceWhichRowCanNotBeComputed() throws Exception {
        String script =
                "SELECT 1 AS a;\nSELECT x, 6 / y AS q FROM (VALUES (1, 2), (2, 0)) AS t (x, y);";
        Child child = Child.run(directory, "sql", "-e", script);
        assertThat(child.exitCode()).isEqualTo(ExitCode.TOPOLOGY_FAILED);
        assertThat(child.err())
                .contains(
                        "eyewall: query failed: the query at 2:1: the row (x = 2, y = 0) can't be"
                                + " computed with: / by zero; leave it out by WHERE, or decide by CASE what"
                                + " it gives")
                .containsOnlyOnce("by zero")
                .doesNotContain("Exception");
    }

    @Test
    @Tag("complete")
    void saysWhichRowCanNotBeRead() throws Exception {
        String csv = write("x.csv", "1\nnone\n3\n");
        String script =
                "CREATE TABLE x (n INT) WITH ('connector' = 'file', 'path' = '%s'); SELECT n FROM x;";
        Child child = Child.run(directory, "sql", "-e", script.formatted(csv));
        assertThat(child.exitCode()).isEqualTo(ExitCode.TOPOLOGY_FAILED);
        assertThat(child.err()).contains(csv + ":2: column n: 'none' is no INTEGER");
    }

    /** What a shell says of {@code seq 1000000 | head}, too. */
    @Test
    @Tag("complete")
    void endsQuietlyWhenNobodyReads() throws Exception {
        String script =
                "CREATE STREAM x (n BIGINT) WITH ('connector' = 'generator', 'n.kind' = 'sequence');"
                        + "SELECT n FROM x;";
        Process process =
                new ProcessBuilder(Child.command(List.of(), "sql", "-e", script))
                        .redirectError(directory.resolve("err").toFile())
                        .start();
        try (BufferedReader rows =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(rows.readLine()).isEqualTo("n");
            assertThat(rows.readLine()).isEqualTo("0");
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(ExitCode.UNREAD);
        assertThat(directory.resolve("err"))
                .content()
                .doesNotContainIgnoringCase("failed")
                .doesNotContain("Exception");
    }

    @Test
    @Tag("complete")
    void rowsThatCanNotBeWrittenAreAnError() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full));
        Process process =
                new ProcessBuilder(Child.command(List.of(), "sql", "-e", "SELECT 1 AS a"))
                        .redirectOutput(full.toFile())
                        .redirectError(directory.resolve("err").toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(ExitCode.TOPOLOGY_FAILED);
        assertThat(directory.resolve("err"))
                .content()
                .contains("standard output can't be written; some lines are missing");
    }

    /** The first has no end, and is cut as wanted; the second has not come to its own. */
    @Test
    void timeMayEndWhatHasNoEnd() throws Exception {
        String stream =
                "CREATE STREAM x (n BIGINT, ts TIMESTAMP, seen AS PROCTIME()) WITH"
                        + " ('connector' = 'generator', 'rows-per-second' = '100');"
                        + "SELECT window_end, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE x,"
                        + " DESCRIPTOR(seen), INTERVAL '1' SECOND)) GROUP BY window_start, window_end;";
        Child child = Child.run(directory, "sql", "--for", "4s", "-e", stream);
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out().lines()).hasSizeGreaterThan(2);
        String table =
                "CREATE TABLE x (n BIGINT) WITH"
                        + " ('connector' = 'generator', 'rows' = '10000', 'rows-per-second' = '10');"
                        + "SELECT SUM(n) FROM x;";
        assertThat(Child.run(directory, "sql", "--for", "2s", "-e", table).exitCode())
                .isEqualTo(ExitCode.NOT_DRAINED);
    }
}
