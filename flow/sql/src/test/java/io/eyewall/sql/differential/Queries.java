package io.eyewall.sql.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random queries over some tables. */
final class Queries {
    /** Something with columns that a FROM clause can name. */
    private record Source(String definedName, List<Scope.Column> columns) {}

    private final Dice dice;
    private final Values values;
    private final Expressions expressions;
    private final Windows windows;
    private final List<Source> sources = new ArrayList<>();
    private int aliases;
    private int nesting;

    private Queries(Dice dice, boolean extremes) {
        this.dice = dice;
        this.values = new Values(dice, extremes);
        this.expressions = new Expressions(dice, values, this);
        this.windows = new Windows(dice, expressions);
    }

    /** Returns the script of a seed. */
    static Script script(long seed) {
        Dice dice = new Dice(seed);
        Queries queries = new Queries(dice, dice.once(8));
        List<Table> tables = new ArrayList<>();
        int count = 1 + dice.below(3);
        for (int i = 0; i < count; i++) {
            Table table = queries.values.table(i);
            tables.add(table);
            queries.sources.add(
                    new Source(
                            table.definedName(),
                            table.columns().stream()
                                    .map(each -> new Scope.Column(each.definedName(), each.kind()))
                                    .toList()));
        }
        List<Script.View> views = new ArrayList<>();
        if (dice.once(4)) {
            String name = dice.of("v", "\"v\"", "\"View\"", "Wide");
            Query query = queries.query(queries.kinds(1 + dice.below(3)), List.of(), 1);
            views.add(new Script.View(name, query));
            queries.sources.add(queries.source(name, query));
        }
        return new Script(tables, views, queries.outermost());
    }

    private Source source(String name, Query query) {
        List<Scope.Column> columns = new ArrayList<>();
        for (Kind kind : query.kinds()) {
            columns.add(new Scope.Column("c" + columns.size(), kind));
        }
        return new Source(name, columns);
    }

    private List<Kind> kinds(int count) {
        List<Kind> kinds = new ArrayList<>();
        List<Kind> there = sources.get(0).columns().stream().map(Scope.Column::kind).toList();
        for (int i = 0; i < count; i++) {
            kinds.add(dice.once(3) ? dice.of(Kind.values()) : dice.of(there));
        }
        return kinds;
    }

    private Query outermost() {
        List<Kind> kinds = kinds(1 + dice.below(3));
        if (dice.once(5)) {
            Query named = query(kinds(1 + dice.below(3)), List.of(), 1);
            sources.add(source("w", named));
            return new Query.With("w", named, ordered(query(kinds, List.of(), 2)));
        }
        return ordered(query(kinds, List.of(), 2));
    }

    /** Adds an order by all columns, with which a limit gives the same rows everywhere. */
    private Query ordered(Query query) {
        if (!(query instanceof Query.Select select)
                || (select.distinct() && select.groups() != null)
                || !dice.once(4)) {
            return query;
        }
        String order =
                IntStream.range(0, select.items().size())
                        .mapToObj(
                                i ->
                                        "c"
                                                + i
                                                + dice.of(
                                                        "",
                                                        " ASC",
                                                        " DESC",
                                                        " NULLS FIRST",
                                                        " DESC NULLS LAST"))
                        .collect(Collectors.joining(", "));
        String limit =
                switch (dice.below(4)) {
                    case 0 -> " LIMIT " + dice.below(6);
                    case 1 -> " LIMIT " + dice.below(6) + " OFFSET " + dice.below(4);
                    case 2 -> " OFFSET " + dice.below(4);
                    default -> "";
                };
        return new Query.Select(
                select.distinct(),
                select.items(),
                select.from(),
                select.where(),
                select.groups(),
                select.grouping(),
                select.having(),
                order,
                limit);
    }

    /** Returns a query with columns of the given types. */
    private Query query(List<Kind> kinds, List<Scope.Column> outer, int depth) {
        if (depth > 0 && outer.isEmpty() && dice.once(8)) {
            String operator =
                    dice.of(
                            "UNION",
                            "UNION ALL",
                            "UNION ALL",
                            "INTERSECT",
                            "EXCEPT",
                            "INTERSECT ALL",
                            "EXCEPT ALL");
            return new Query.Sets(
                    operator, select(kinds, outer, depth - 1), select(kinds, outer, depth - 1));
        }
        return select(kinds, outer, depth);
    }

    private Query.Select select(List<Kind> kinds, List<Scope.Column> outer, int depth) {
        if (depth > 0 && outer.isEmpty() && dice.once(25)) {
            List<Expr> items =
                    kinds.stream().map(kind -> expressions.of(kind, Scope.NONE, 2)).toList();
            return new Query.Select(false, items, null, null, null, "%s", null, "", "");
        }
        List<Scope.Column> columns = new ArrayList<>();
        From from = from(columns, depth);
        Scope scope = new Scope(columns, outer);
        Expr where = dice.once(2) || !outer.isEmpty() ? expressions.condition(scope, 3) : null;
        if (dice.once(3)) {
            return grouped(kinds, from, scope, where);
        }
        // Only one column: of two, values of rows that are the same could be paired in several
        // ways.
        int window =
                !columns.isEmpty() && outer.isEmpty() && dice.once(3)
                        ? dice.below(kinds.size())
                        : -1;
        List<Expr> items = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            items.add(
                    i == window
                            ? windows.of(kinds.get(i), scope)
                            : expressions.of(kinds.get(i), scope, 3));
        }
        return new Query.Select(dice.once(6), items, from, where, null, "%s", null, "", "");
    }

    private From from(List<Scope.Column> columns, int depth) {
        From from = relation(columns, depth);
        int joins = dice.once(2) ? 0 : dice.once(4) ? 2 : 1;
        for (int i = 0; i < joins; i++) {
            String operator =
                    dice.of(
                            "JOIN",
                            "INNER JOIN",
                            "LEFT JOIN",
                            "RIGHT JOIN",
                            "FULL JOIN",
                            "CROSS JOIN",
                            "LEFT OUTER JOIN");
            List<Scope.Column> left = List.copyOf(columns);
            List<Scope.Column> right = new ArrayList<>();
            From other = relation(right, depth);
            columns.addAll(right);
            from =
                    new From.Join(
                            operator,
                            from,
                            other,
                            operator.equals("CROSS JOIN") ? null : on(operator, left, right));
        }
        return from;
    }

    /**
     * Returns a condition of a join, mostly with an equality. PostgreSQL has FULL JOIN for nothing
     * else.
     */
    private Expr on(String operator, List<Scope.Column> left, List<Scope.Column> right) {
        List<Expr> pairs = new ArrayList<>();
        for (Scope.Column a : left) {
            for (Scope.Column b : right) {
                if (a.kind() == b.kind()) {
                    pairs.add(
                            Expr.of(
                                    Kind.BOOLEAN,
                                    "§ = §",
                                    Expr.of(a.kind(), a.text()),
                                    Expr.of(b.kind(), b.text())));
                }
            }
        }
        Scope both = new Scope(left, List.of()).and(new Scope(right, List.of()));
        if (pairs.isEmpty()) {
            return operator.startsWith("FULL")
                    ? Expr.of(Kind.BOOLEAN, "TRUE")
                    : expressions.condition(both, 1);
        }
        Expr equal = dice.of(pairs);
        if (operator.startsWith("FULL") || dice.once(2)) {
            return equal;
        }
        return dice.once(3)
                ? expressions.condition(both, 2)
                : Expr.of(
                        Kind.BOOLEAN,
                        "§ AND §",
                        equal,
                        dice.once(3) ? dice.of(pairs) : expressions.condition(both, 1));
    }

    /** Returns a table, a view or a subquery, and adds its columns. */
    private From relation(List<Scope.Column> columns, int depth) {
        String alias = "a" + aliases++;
        if (depth > 0 && dice.once(6)) {
            Query query = query(kinds(1 + dice.below(3)), List.of(), depth - 1);
            for (Scope.Column each : source("", query).columns()) {
                columns.add(new Scope.Column(alias + "." + each.text(), each.kind()));
            }
            return new From.Subquery(query, alias);
        }
        Source source = dice.of(sources);
        for (Scope.Column each : source.columns()) {
            columns.add(new Scope.Column(alias + "." + values.written(each.text()), each.kind()));
        }
        return new From.Named(values.written(source.definedName()), alias);
    }

    private Query.Select grouped(List<Kind> kinds, From from, Scope scope, @Nullable Expr where) {
        List<Expr> groups = new ArrayList<>();
        List<Expr> items = new ArrayList<>();
        boolean hasKeys = !dice.once(4);
        // Calcite's type of an aggregate over a value that is never null is wrong in an empty
        // group.
        boolean sets = hasKeys && dice.once(7);
        for (Kind kind : kinds) {
            List<Scope.Column> columns = scope.of(kind);
            if (hasKeys && !columns.isEmpty() && dice.once(2)) {
                Expr column = Expr.of(kind, dice.of(columns).text());
                groups.add(column);
                items.add(column);
            } else {
                items.add(aggregate(kind, scope));
            }
        }
        if (hasKeys && groups.isEmpty() && !scope.columns().isEmpty()) {
            Scope.Column column = dice.of(scope.columns());
            groups.add(Expr.of(column.kind(), column.text()));
        }
        List<Expr> distinctGroups = groups.stream().distinct().toList();
        String grouping =
                sets && !distinctGroups.isEmpty()
                        ? dice.of("ROLLUP (%s)", "CUBE (%s)", "GROUPING SETS ((%s), ())")
                        : "%s";
        Expr having = null;
        if (dice.once(3)) {
            Kind kind = expressions.kind(scope);
            having =
                    Expr.of(
                            Kind.BOOLEAN,
                            "(§ " + dice.of("=", "<", ">", "<>") + " §)",
                            aggregate(kind, scope),
                            values.literal(kind));
            if (dice.once(3)) {
                having = Expr.of(Kind.BOOLEAN, "(§ OR § IS NULL)", having, aggregate(kind, scope));
            }
        }
        return new Query.Select(
                dice.once(8),
                items,
                from,
                where,
                distinctGroups.isEmpty() ? null : distinctGroups,
                grouping,
                having,
                "",
                "");
    }

    private Expr aggregate(Kind kind, Scope scope) {
        Expr argument =
                expressions.of(kind, new Scope(scope.columns(), List.of()), dice.once(3) ? 2 : 0);
        String filter = dice.once(6) ? " FILTER (WHERE §)" : "";
        List<Part> parts = new ArrayList<>(List.of(argument));
        String form =
                switch (kind) {
                    case BIGINT ->
                            switch (dice.below(6)) {
                                case 5 -> dice.of("BIT_AND", "BIT_OR", "BIT_XOR") + "(§)";
                                case 0 -> "COUNT(*)";
                                case 1 -> "COUNT(§)";
                                case 2 -> "COUNT(DISTINCT §)";
                                case 3 -> "SUM(" + dice.of("", "DISTINCT ") + "§)";
                                default -> dice.of("MIN", "MAX") + "(§)";
                            };
                    case DECIMAL, DOUBLE ->
                            dice.of("SUM(§)", "SUM(§)", "SUM(DISTINCT §)", "MIN(§)", "MAX(§)");
                    case INT -> dice.of("MIN(§)", "MAX(§)", "BIT_OR(§)");
                    case TEXT -> dice.of("MIN(§)", "MAX(§)", "STRING_AGG(§, '-' ORDER BY §)");
                    case BOOLEAN -> dice.of("EVERY(§)", "BOOL_AND(§)", "BOOL_OR(§)");
                    default -> dice.of("MIN", "MAX") + "(§)";
                };
        if (kind == Kind.BIGINT && form.contains("§")) {
            Kind of =
                    form.startsWith("COUNT")
                            ? expressions.kind(scope)
                            : form.startsWith("SUM")
                                    ? dice.of(Kind.INT, Kind.INT, Kind.BIGINT)
                                    : Kind.BIGINT;
            parts.set(
                    0,
                    expressions.of(
                            of, new Scope(scope.columns(), List.of()), dice.once(3) ? 2 : 0));
        }
        if (!form.contains("§")) {
            parts.clear();
        }
        if (form.startsWith("STRING_AGG")) {
            parts.add(argument);
        }
        if (kind == Kind.DOUBLE && dice.once(5)) {
            return statistic(scope);
        }
        if (!filter.isEmpty()) {
            parts.add(expressions.condition(new Scope(scope.columns(), List.of()), 1));
        }
        if (kind == Kind.DECIMAL && dice.once(15)) {
            form = "AVG(§)";
        }
        String text = form + filter;
        boolean sumsBigint = form.startsWith("SUM") && ((Expr) parts.get(0)).kind() == Kind.BIGINT;
        Deliberate.@Nullable Mark mark =
                sumsBigint
                        ? Deliberate.Mark.SUM_OF_BIGINT
                        : form.startsWith("AVG") ? Deliberate.Mark.DIGITS : null;
        return new Expr(kind, text, text, parts, mark);
    }

    /** Returns a percentile or a regression, which is a DOUBLE. */
    private Expr statistic(Scope scope) {
        Scope here = new Scope(scope.columns(), List.of());
        Kind kind = dice.of(Kind.INT, Kind.DOUBLE, Kind.DECIMAL);
        if (dice.once(2)) {
            return Expr.of(
                    Kind.DOUBLE,
                    "PERCENTILE_CONT("
                            + dice.of("0", "0.25", "0.5", "1")
                            + ") WITHIN GROUP (ORDER BY §"
                            + dice.of("", " DESC")
                            + ")",
                    expressions.of(kind, here, 0));
        }
        if (dice.once(2)) {
            String name = dice.of("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP");
            return Expr.of(Kind.DOUBLE, name + "(§)", expressions.of(Kind.DOUBLE, here, 0));
        }
        String name =
                dice.of(
                        "COVAR_POP",
                        "COVAR_SAMP",
                        "REGR_SXX",
                        "REGR_SYY",
                        "CORR",
                        "REGR_SLOPE",
                        "REGR_INTERCEPT",
                        "REGR_R2",
                        "REGR_SXY",
                        "REGR_AVGX",
                        "REGR_AVGY");
        return Expr.of(
                Kind.DOUBLE,
                name + "(§, §)",
                expressions.of(Kind.INT, here, 0),
                expressions.of(kind, here, 0));
    }

    /** Returns a subquery for one value. */
    Expr scalar(Kind kind, Scope scope) {
        if (nesting >= 2) {
            return values.literal(kind);
        }
        nesting++;
        List<Scope.Column> columns = new ArrayList<>();
        From from = relation(columns, 0);
        Scope inner = new Scope(columns, dice.once(2) ? scope.columns() : List.of());
        Expr where = dice.once(3) ? null : correlated(inner);
        Expr item = aggregate(kind, inner);
        nesting--;
        return Expr.of(
                kind,
                "(§)",
                new Query.Select(false, List.of(item), from, where, null, "%s", null, "", ""));
    }

    private Expr correlated(Scope inner) {
        List<Expr> pairs = new ArrayList<>();
        for (Scope.Column a : inner.columns()) {
            for (Scope.Column b : inner.outer()) {
                if (a.kind() == b.kind()) {
                    pairs.add(
                            Expr.of(
                                    Kind.BOOLEAN,
                                    "(§ " + dice.of("=", "=", "=", "<", ">", "<>") + " §)",
                                    Expr.of(a.kind(), a.text()),
                                    Expr.of(b.kind(), b.text())));
                }
            }
        }
        return pairs.isEmpty() || dice.once(3) ? expressions.condition(inner, 2) : dice.of(pairs);
    }

    /** Returns a condition with a subquery. */
    Expr condition(Scope scope) {
        if (nesting >= 2) {
            return values.literal(Kind.BOOLEAN);
        }
        nesting++;
        Kind kind = expressions.kind(scope);
        List<Scope.Column> columns = new ArrayList<>();
        From from = relation(columns, 0);
        Scope inner = new Scope(columns, dice.once(2) ? scope.columns() : List.of());
        Expr where = dice.once(3) ? null : correlated(inner);
        Expr item = expressions.of(kind, new Scope(columns, List.of()), 1);
        Query query = new Query.Select(false, List.of(item), from, where, null, "%s", null, "", "");
        Expr left = expressions.of(kind, scope, 1);
        nesting--;
        return switch (dice.below(5)) {
            case 0, 1 -> Expr.of(Kind.BOOLEAN, dice.of("", "NOT ") + "EXISTS (§)", query);
            case 2, 3 ->
                    Expr.of(Kind.BOOLEAN, "(§ " + dice.of("", "NOT ") + "IN (§))", left, query);
            default ->
                    Expr.of(
                            Kind.BOOLEAN,
                            "(§ "
                                    + dice.of("=", "<", ">=", "<>")
                                    + " "
                                    + dice.of("SOME", "ALL")
                                    + " (§))",
                            left,
                            query);
        };
    }
}
