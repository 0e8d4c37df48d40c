package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.sql.SqlException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts with tables that are files. */
class ScriptTest {
    @TempDir private Path folder = Path.of("");

    private String table(String name, String file) {
        return "CREATE TABLE %s (a INT) WITH ('connector' = 'file', 'path' = '%s');\n"
                .formatted(name, folder.resolve(file));
    }

    private static void compile(String script) {
        SqlCompiler.Compiled compiled =
                new SqlCompiler(
                                script,
                                new SqlCompiler.Settings(1, false),
                                ScriptTest.class.getClassLoader())
                        .compile();
        assertThat(compiled.topology()).isNotNull();
    }

    @Test
    void viewsNameTablesAndViewsInAnyCase() {
        String views =
                table("t", "in")
                        + "CREATE VIEW v AS SELECT a, UPPER(CAST(A AS VARCHAR)) AS b FROM T;"
                        + "CREATE VIEW \"Of v\" AS SELECT b FROM V WHERE b ILIKE '%1';";
        compile(views + "SELECT B FROM \"Of v\" JOIN v USING (b);");
        refuses(views + "CREATE VIEW w AS SELECT a FROM nowhere;", "Object 'nowhere' not found");
    }

    /** It would be empty before it is read. */
    @Test
    void aFileIsNotReadAndWritten() throws Exception {
        Files.writeString(folder.resolve("in"), "1\n");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("in"));
        String tables = table("t", "in") + table("same", "link") + table("o", "x/../out");
        String more = table("p", "out");
        compile(tables + "INSERT INTO o SELECT a FROM t; SELECT a FROM t;");
        refuses(
                tables + "INSERT INTO same SELECT a FROM t;",
                "the file of table t is written by this script, too, as table same: ");
        refuses(
                tables + "INSERT INTO o SELECT a FROM t; SELECT * FROM o;",
                "the file of table o is written by this script, too, as table o: ");
        refuses(
                tables + more + "INSERT INTO o SELECT a FROM t; INSERT INTO p SELECT a FROM t;",
                "the file of table p is written by this script, too, as table o: ");
    }

    @Test
    void numbersThatMeanNothingAreRefused() {
        String generator =
                "CREATE STREAM g (a BIGINT) WITH ('connector' = 'generator', '%s' = '-5');"
                        + " SELECT a FROM g;";
        refuses(generator.formatted("rows"), "is -5; expected a number from 0");
        refuses(generator.formatted("rows-per-second"), "is -5; expected a number from 0");
        for (String type : new String[] {"DECIMAL(99, 2)", "DECIMAL(0)", "DECIMAL(38, 20)"}) {
            refuses(
                    "CREATE TABLE t (a " + type + ") WITH ('connector' = 'stdin');",
                    type + ": a DECIMAL has 1 to 38 digits, of which at most 19 behind the point");
        }
        compile(
                "CREATE TABLE g (a DECIMAL(38, 19)) WITH ('connector' = 'generator', 'rows' = '0');"
                        + " SELECT a FROM g;");
    }

    @Test
    void transactionalNamesAreOfOneTable() {
        String tables =
                "CREATE TABLE g (a INT) WITH ('connector' = 'generator', 'rows' = '1');"
                        + " CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'topic' = 't',"
                        + " 'servers' = 'one:1', 'transactional' = 'copy');"
                        + " CREATE TABLE u (a INT) WITH ('connector' = 'kafka', 'topic' = 'u',"
                        + " 'servers' = 'SERVER', 'transactional' = 'copy');"
                        + " INSERT INTO t SELECT a FROM g; INSERT INTO u SELECT a FROM g;";
        compile(tables.replace("SERVER", "two:1"));
        refuses(
                tables.replace("SERVER", "one:1"),
                "two tables are written with the transactional name 'copy'; give each a name of"
                        + " its own");
    }

    private static void refuses(String script, String message) {
        assertThatThrownBy(() -> compile(script))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining(message);
    }
}
