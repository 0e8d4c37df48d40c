package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.compiler.Statement.Declared;
import io.eyewall.sql.compiler.Statement.Option;
import io.eyewall.sql.compiler.Statement.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Splits a script into statements. It parses the definitions of tables, views and functions itself,
 * because Calcite's parser lacks them. Names keep their upper and lower case.
 */
final class ScriptParser {
    private final String script;
    private final List<Token> tokens;
    private int at;

    private ScriptParser(String script) {
        this.script = script;
        this.tokens = Token.of(script);
    }

    /**
     * Returns all statements of a script in their order.
     *
     * @throws SqlException at the first unexpected token
     */
    static List<Statement> parse(String script) {
        ScriptParser parser = new ScriptParser(script);
        List<Statement> statements = new ArrayList<>();
        while (parser.at < parser.tokens.size()) {
            if (parser.accept(";")) {
                continue;
            }
            statements.add(parser.statement());
            if (parser.at < parser.tokens.size()) {
                parser.expect(";", "a statement ends with ;");
            }
        }
        return statements;
    }

    private @Nullable Token peek() {
        return at < tokens.size() ? tokens.get(at) : null;
    }

    private boolean accept(String word) {
        Token token = peek();
        if (token != null && token.is(word)) {
            at++;
            return true;
        }
        return false;
    }

    private int offset() {
        Token token = peek();
        return token == null ? script.length() : token.offset();
    }

    private SqlException wrong(String expected) {
        Token token = peek();
        return Token.error(
                script,
                offset(),
                "expected " + expected + (token == null ? "" : ", found '" + token.text() + "'"));
    }

    private void expect(String word, String what) {
        if (!accept(word)) {
            throw wrong(word + " (" + what + ")");
        }
    }

    private String name(String what) {
        Token token = peek();
        if (token == null
                || (token.kind() != Token.Kind.WORD && token.kind() != Token.Kind.QUOTED)) {
            throw wrong(what);
        }
        at++;
        return token.text();
    }

    private Token string(String what) {
        Token token = peek();
        if (token == null || token.kind() != Token.Kind.STRING) {
            throw wrong(what + " in single quotes");
        }
        at++;
        return token;
    }

    private Statement statement() {
        int begin = offset();
        if (accept("CREATE")) {
            if (accept("TABLE") || accept("STREAM")) {
                return table(begin);
            }
            if (accept("FUNCTION")) {
                String name = name("the name of the function");
                expect("AS", "CREATE FUNCTION name AS 'class'");
                return new Statement.Function(begin, name, string("the name of a class").text());
            }
            if (accept("VIEW")) {
                String name = name("the name of the view");
                expect("AS", "CREATE VIEW name AS SELECT ...");
                return new Statement.View(begin, name, rest());
            }
            throw wrong("TABLE, STREAM, VIEW or FUNCTION after CREATE");
        }
        boolean explained = accept("EXPLAIN");
        if (explained && accept("PLAN")) {
            expect("FOR", "EXPLAIN PLAN FOR query");
        }
        String into = null;
        int intoOffset = offset();
        if (accept("INSERT")) {
            expect("INTO", "INSERT INTO table SELECT ...");
            intoOffset = offset();
            into = name("the name of a table");
            refuseColumns();
        }
        Token first = peek();
        if (first == null
                || !(first.is("SELECT")
                        || first.is("WITH")
                        || first.is("VALUES")
                        || first.is("(")
                        || first.is("TABLE"))) {
            throw wrong(
                    "CREATE TABLE, CREATE STREAM, CREATE VIEW, CREATE FUNCTION, INSERT INTO, SELECT"
                            + " or EXPLAIN");
        }
        return new Statement.Query(begin, into, intoOffset, rest(), explained);
    }

    /** Refuses a list of columns behind the name of the table that is written. */
    private void refuseColumns() {
        Token next = at + 1 < tokens.size() ? tokens.get(at + 1) : null;
        boolean isList =
                peek() != null
                        && tokens.get(at).is("(")
                        && next != null
                        && !List.of("SELECT", "WITH", "VALUES", "TABLE", "(")
                                .contains(next.text().toUpperCase(Locale.ROOT));
        if (isList) {
            throw Token.error(
                    script,
                    offset(),
                    "a list of columns is not supported here: the query gives all columns of the"
                            + " table, in their order");
        }
    }

    /** Returns the part from the current token to the end of the statement. */
    private Part rest() {
        int begin = offset();
        int end = begin;
        while (peek() != null && !tokens.get(at).is(";")) {
            end = tokens.get(at++).end();
        }
        if (end == begin) {
            throw wrong("a query");
        }
        return new Part(script.substring(begin, end), begin);
    }

    private Statement table(int begin) {
        String name = name("the name of the table");
        expect("(", "the columns");
        List<Declared> columns = new ArrayList<>();
        String time = null;
        Part delay = new Part("", 0);
        do {
            if (accept("WATERMARK")) {
                expect("FOR", "WATERMARK FOR column [AS column - INTERVAL ...]");
                int timeOffset = offset();
                time = name("a column");
                String declared = time;
                if (columns.stream().noneMatch(column -> column.name().equals(declared))) {
                    throw Token.error(
                            script, timeOffset, "no column '" + time + "' stands before WATERMARK");
                }
                if (accept("AS")) {
                    if (!name("the same column").equals(time)) {
                        at--;
                        throw wrong("the column " + time);
                    }
                    if (accept("-")) {
                        delay = until(",", ")");
                    }
                }
            } else {
                columns.add(column());
            }
        } while (accept(","));
        expect(")", "the end of the columns");
        expect("WITH", "the connector, as in WITH ('connector' = 'file', 'path' = 'x.csv')");
        expect("(", "options");
        Map<String, Option> options = new LinkedHashMap<>();
        do {
            Token key = string("the name of an option");
            expect("=", "'name' = 'value'");
            Token value = string("the value of option " + key.text());
            if (options.put(key.text(), new Option(value.text(), key.offset())) != null) {
                throw Token.error(script, key.offset(), "option '" + key.text() + "' stands twice");
            }
        } while (accept(","));
        expect(")", "the end of the options");
        return new Statement.Create(begin, name, columns, time, delay, options);
    }

    private Declared column() {
        String name = name("the name of a column");
        if (accept("AS")) {
            if (!accept("PROCTIME") || !accept("(") || !accept(")")) {
                throw wrong("PROCTIME(), the only column that can be computed");
            }
            return new Declared(name, new Part("TIMESTAMP(3)", offset()), true, true);
        }
        int begin = offset();
        int end = begin;
        int depth = 0;
        while (peek() != null) {
            Token token = tokens.get(at);
            if (depth == 0 && (token.is(",") || token.is(")") || token.is("NOT"))) {
                break;
            }
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            end = token.end();
            at++;
        }
        if (end == begin) {
            throw wrong("the type of column " + name);
        }
        boolean required = accept("NOT");
        if (required) {
            expect("NULL", "NOT NULL");
        }
        return new Declared(name, new Part(script.substring(begin, end), begin), required, false);
    }

    /**
     * Returns the part from the current token to one of the given tokens outside of parentheses.
     */
    private Part until(String... ends) {
        int begin = offset();
        int end = begin;
        int depth = 0;
        while (peek() != null) {
            Token token = tokens.get(at);
            if (depth == 0 && List.of(ends).contains(token.text())) {
                break;
            }
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            end = token.end();
            at++;
        }
        return new Part(script.substring(begin, end), begin);
    }
}
