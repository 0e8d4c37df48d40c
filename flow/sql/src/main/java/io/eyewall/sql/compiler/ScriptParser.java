package io.eyewall.sql.compiler;

import io.eyewall.sql.SqlException;
import io.eyewall.sql.compiler.Statement.DeclaredColumn;
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

    /** Index of the next token. */
    private int next;

    private ScriptParser(String script) {
        this.script = script;
        this.tokens = Token.tokenize(script);
    }

    /**
     * Returns all statements of a script in their order.
     *
     * @throws SqlException at the first unexpected token
     */
    static List<Statement> parse(String script) {
        ScriptParser parser = new ScriptParser(script);
        List<Statement> statements = new ArrayList<>();
        while (parser.next < parser.tokens.size()) {
            if (parser.accept(";")) {
                continue;
            }
            statements.add(parser.parseStatement());
            if (parser.next < parser.tokens.size()) {
                parser.expect(";", "a statement ends with ;");
            }
        }
        return statements;
    }

    private @Nullable Token peek() {
        return next < tokens.size() ? tokens.get(next) : null;
    }

    private boolean accept(String word) {
        Token token = peek();
        if (token != null && token.matches(word)) {
            next++;
            return true;
        }
        return false;
    }

    private int offset() {
        Token token = peek();
        return token == null ? script.length() : token.offset();
    }

    private SqlException unexpected(String expected) {
        Token token = peek();
        return Token.errorAt(
                script,
                offset(),
                "expected " + expected + (token == null ? "" : ", found '" + token.text() + "'"));
    }

    private void expect(String word, String description) {
        if (!accept(word)) {
            throw unexpected(word + " (" + description + ")");
        }
    }

    private String expectName(String description) {
        Token token = peek();
        if (token == null
                || (token.kind() != Token.Kind.WORD && token.kind() != Token.Kind.QUOTED)) {
            throw unexpected(description);
        }
        next++;
        return token.text();
    }

    private Token expectString(String description) {
        Token token = peek();
        if (token == null || token.kind() != Token.Kind.STRING) {
            throw unexpected(description + " in single quotes");
        }
        next++;
        return token;
    }

    private Statement parseStatement() {
        int begin = offset();
        if (accept("CREATE")) {
            if (accept("TABLE") || accept("STREAM")) {
                return parseTable(begin);
            }
            if (accept("FUNCTION")) {
                String name = expectName("the name of the function");
                expect("AS", "CREATE FUNCTION name AS 'class'");
                return new Statement.Function(
                        begin, name, expectString("the name of a class").text());
            }
            if (accept("VIEW")) {
                String name = expectName("the name of the view");
                expect("AS", "CREATE VIEW name AS SELECT ...");
                return new Statement.View(begin, name, restOfStatement());
            }
            throw unexpected("TABLE, STREAM, VIEW or FUNCTION after CREATE");
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
            into = expectName("the name of a table");
            refuseColumnList();
        }
        Token first = peek();
        if (first == null
                || !(first.matches("SELECT")
                        || first.matches("WITH")
                        || first.matches("VALUES")
                        || first.matches("(")
                        || first.matches("TABLE"))) {
            throw unexpected(
                    "CREATE TABLE, CREATE STREAM, CREATE VIEW, CREATE FUNCTION, INSERT INTO, SELECT"
                            + " or EXPLAIN");
        }
        return new Statement.Query(begin, into, intoOffset, restOfStatement(), explained);
    }

    /** Refuses a list of columns after the name of the table of INSERT INTO. */
    private void refuseColumnList() {
        Token second = next + 1 < tokens.size() ? tokens.get(next + 1) : null;
        boolean isList =
                peek() != null
                        && tokens.get(next).matches("(")
                        && second != null
                        && !List.of("SELECT", "WITH", "VALUES", "TABLE", "(")
                                .contains(second.text().toUpperCase(Locale.ROOT));
        if (isList) {
            throw Token.errorAt(
                    script,
                    offset(),
                    "a list of columns is not supported here: the query gives all columns of the"
                            + " table, in their order");
        }
    }

    /** Returns the part from the current token to the end of the statement. */
    private Part restOfStatement() {
        int begin = offset();
        int end = begin;
        while (peek() != null && !tokens.get(next).matches(";")) {
            end = tokens.get(next++).end();
        }
        if (end == begin) {
            throw unexpected("a query");
        }
        return new Part(script.substring(begin, end), begin);
    }

    private Statement parseTable(int begin) {
        String name = expectName("the name of the table");
        if (accept("WITH")) {
            return parseTableAs(begin, name);
        }
        expect("(", "the columns");
        List<DeclaredColumn> columns = new ArrayList<>();
        String time = null;
        Part delay = new Part("", 0);
        do {
            if (accept("WATERMARK")) {
                expect("FOR", "WATERMARK FOR column [AS column - INTERVAL ...]");
                int timeOffset = offset();
                time = expectName("a column");
                String declared = time;
                if (columns.stream().noneMatch(column -> column.name().equals(declared))) {
                    throw Token.errorAt(
                            script,
                            timeOffset,
                            "no column '" + time + "' is declared before WATERMARK");
                }
                if (accept("AS")) {
                    if (!expectName("the same column").equals(time)) {
                        next--;
                        throw unexpected("the column " + time);
                    }
                    if (accept("-")) {
                        delay = partUntil(",", ")");
                    }
                }
            } else {
                columns.add(parseColumn());
            }
        } while (accept(","));
        expect(")", "the end of the columns");
        expect("WITH", "the connector, as in WITH ('connector' = 'file', 'path' = 'x.csv')");
        return new Statement.Create(begin, name, columns, time, delay, parseOptions());
    }

    /** Parses what follows {@code CREATE TABLE name WITH}. */
    private Statement parseTableAs(int begin, String name) {
        Map<String, Option> options = parseOptions();
        expect("AS", "CREATE TABLE name WITH (...) AS SELECT ..., or the columns before WITH");
        Part noDelay = new Part("", 0);
        return new Statement.CreateAs(
                new Statement.Create(begin, name, List.of(), null, noDelay, options),
                restOfStatement());
    }

    private Map<String, Option> parseOptions() {
        expect("(", "options");
        Map<String, Option> options = new LinkedHashMap<>();
        do {
            Token key = expectString("the name of an option");
            expect("=", "'name' = 'value'");
            Token value = expectString("the value of option " + key.text());
            if (options.put(key.text(), new Option(value.text(), key.offset())) != null) {
                throw Token.errorAt(
                        script, key.offset(), "option '" + key.text() + "' is given twice");
            }
        } while (accept(","));
        expect(")", "the end of the options");
        return options;
    }

    private DeclaredColumn parseColumn() {
        String name = expectName("the name of a column");
        if (accept("AS")) {
            if (!accept("PROCTIME") || !accept("(") || !accept(")")) {
                throw unexpected("PROCTIME(), the only column that can be computed");
            }
            return new DeclaredColumn(name, new Part("TIMESTAMP(3)", offset()), true, true);
        }
        int begin = offset();
        int end = begin;
        int depth = 0;
        while (peek() != null) {
            Token token = tokens.get(next);
            if (depth == 0 && (token.matches(",") || token.matches(")") || token.matches("NOT"))) {
                break;
            }
            depth += token.matches("(") ? 1 : token.matches(")") ? -1 : 0;
            end = token.end();
            next++;
        }
        if (end == begin) {
            throw unexpected("the type of column " + name);
        }
        boolean required = accept("NOT");
        if (required) {
            expect("NULL", "NOT NULL");
        }
        return new DeclaredColumn(
                name, new Part(script.substring(begin, end), begin), required, false);
    }

    /**
     * Returns the part from the current token to one of the given tokens outside of parentheses.
     */
    private Part partUntil(String... ends) {
        int begin = offset();
        int end = begin;
        int depth = 0;
        while (peek() != null) {
            Token token = tokens.get(next);
            if (depth == 0 && List.of(ends).contains(token.text())) {
                break;
            }
            depth += token.matches("(") ? 1 : token.matches(")") ? -1 : 0;
            end = token.end();
            next++;
        }
        return new Part(script.substring(begin, end), begin);
    }
}
