package io.eyewall.sql.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.server.PostgresqlServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each function of {@link Functions} has the result of PostgreSQL where an argument is null.
 * Calcite derives for some functions that they are never null, and computes with 0 instead.
 */
@NullUnmarked // rows hold nulls
class FunctionNullsTest {
    @Test
    void answersAsPostgresqlForNulls(@TempDir Path folder) throws Exception {
        List<String> failures = new ArrayList<>();
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            There.create(server);
            try (There there = There.connect(server)) {
                for (Kind kind : Kind.values()) {
                    for (Functions.Form form : Functions.of(kind)) {
                        for (int i = 0; i < form.arguments().size(); i++) {
                            compare(kind, form, i, there, failures);
                        }
                    }
                }
            }
        }
        assertThat(failures).isEmpty();
    }

    /** Compares the function, and whether it is null, if one argument is a column without value. */
    private static void compare(
            Kind kind, Functions.Form form, int without, There there, List<String> failures)
            throws SQLException {
        List<Part> arguments = new ArrayList<>();
        List<Table.Column> columns = new ArrayList<>();
        Object[] row = new Object[form.arguments().size()];
        for (int i = 0; i < form.arguments().size(); i++) {
            Kind of = form.arguments().get(i);
            columns.add(new Table.Column("c" + i, of));
            arguments.add(Expr.of(of, i == without ? "c" + i : of.other));
        }
        Expr call = new Expr(kind, form.text(), form.text(), arguments, null);
        Expr isNull = Expr.of(Kind.BOOLEAN, "(§) IS NULL", call);
        Query query =
                new Query.Select(
                        false,
                        List.of(call, isNull),
                        new From.Named("t", "a"),
                        null,
                        null,
                        "%s",
                        null,
                        "",
                        "");
        List<Object[]> rows = new ArrayList<>();
        rows.add(row);
        Script script = new Script(List.of(new Table("t", columns, rows)), List.of(), query);
        Verdict verdict = Verdict.of(script, there);
        if (verdict.what().fails) {
            failures.add(query.text(true) + ": " + verdict.what() + " " + verdict.details());
        }
    }
}
