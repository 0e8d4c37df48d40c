package io.eyewall.sql.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Random calls with OVER. What depends on the order of rows is ordered by all columns, so that only
 * rows that are the same in all of them can change places.
 */
final class Windows {
    private final Dice dice;
    private final Expressions expressions;

    Windows(Dice dice, Expressions expressions) {
        this.dice = dice;
        this.expressions = expressions;
    }

    /** Returns a call of a window function over the rows of a FROM clause with columns. */
    Expr of(Kind kind, Scope scope) {
        Scope here = new Scope(scope.columns(), List.of());
        return switch (dice.below(3)) {
            case 0 -> aggregate(kind, here);
            case 1 -> value(kind, here);
            default -> number(kind, here);
        };
    }

    /** Returns a function of the place of a row, or of a value if no such function has the type. */
    private Expr number(Kind kind, Scope scope) {
        return switch (kind) {
            case BIGINT ->
                    dice.once(2)
                            ? call(kind, "ROW_NUMBER()", List.of(), over(scope, byAll(scope), ""))
                            : call(
                                    kind,
                                    dice.of("RANK()", "DENSE_RANK()"),
                                    List.of(),
                                    over(scope, byOne(scope), ""));
            case INT ->
                    call(
                            kind,
                            "NTILE(" + (1 + dice.below(5)) + ")",
                            List.of(),
                            over(scope, byAll(scope), ""));
            case DOUBLE ->
                    call(
                            kind,
                            dice.of("PERCENT_RANK()", "CUME_DIST()"),
                            List.of(),
                            over(scope, byOne(scope), ""));
            default -> value(kind, scope);
        };
    }

    /** Returns a function that takes the value of another row. */
    private Expr value(Kind kind, Scope scope) {
        Expr argument = expressions.of(kind, scope, dice.once(3) ? 2 : 0);
        if (dice.once(2)) {
            String name = dice.of("LAG", "LEAD");
            return switch (dice.below(3)) {
                case 0 ->
                        call(kind, name + "(§)", List.of(argument), over(scope, byAll(scope), ""));
                case 1 ->
                        call(
                                kind,
                                name + "(§, " + dice.below(4) + ")",
                                List.of(argument),
                                over(scope, byAll(scope), ""));
                default ->
                        call(
                                kind,
                                name + "(§, " + (1 + dice.below(2)) + ", §)",
                                List.of(argument, expressions.of(kind, scope, 0)),
                                over(scope, byAll(scope), ""));
            };
        }
        String form =
                dice.of(
                        "FIRST_VALUE(§)",
                        "LAST_VALUE(§)",
                        "NTH_VALUE(§, " + (1 + dice.below(3)) + ")");
        return call(kind, form, List.of(argument), over(scope, byAll(scope), frame()));
    }

    private Expr aggregate(Kind kind, Scope scope) {
        Kind of = kind == Kind.BIGINT ? dice.of(Kind.INT, Kind.INT, expressions.kind(scope)) : kind;
        Expr argument = expressions.of(of, scope, dice.once(3) ? 2 : 0);
        String form =
                switch (kind) {
                    case BIGINT ->
                            of == Kind.INT
                                    ? dice.of("SUM(§)", "SUM(§)", "COUNT(§)", "COUNT(*)")
                                    : dice.of("COUNT(§)", "COUNT(*)");
                    case DECIMAL -> dice.of("SUM(§)", "SUM(§)", "MIN(§)", "MAX(§)");
                    case DOUBLE ->
                            dice.of(
                                    "SUM(§)",
                                    "AVG(§)",
                                    "MIN(§)",
                                    "MAX(§)",
                                    "VAR_SAMP(§)",
                                    "STDDEV_POP(§)");
                    case BOOLEAN -> dice.of("BOOL_AND(§)", "BOOL_OR(§)", "EVERY(§)");
                    case INT ->
                            dice.of("MIN(§)", "MAX(§)", "BIT_AND(§)", "BIT_OR(§)", "BIT_XOR(§)");
                    default -> dice.of("MIN(§)", "MAX(§)");
                };
        List<Part> parts = form.contains("§") ? List.of(argument) : List.of();
        if (dice.once(4)) {
            return call(kind, form, parts, ranged(scope));
        }
        return dice.once(3)
                ? call(kind, form, parts, over(scope, bySome(scope), ""))
                : call(kind, form, parts, over(scope, byAll(scope), frame()));
    }

    private static Expr call(Kind kind, String function, List<? extends Part> parts, String over) {
        String text = function + over;
        return new Expr(kind, text, text, List.copyOf(parts), null);
    }

    private String over(Scope scope, String order, String frame) {
        String partition = "";
        if (!dice.once(3)) {
            Scope.Column first = dice.of(scope.columns());
            partition = "PARTITION BY " + first.text();
            if (dice.once(4)) {
                partition += ", " + dice.of(scope.columns()).text();
            }
        }
        return " OVER (" + partition + order + (order.isEmpty() ? "" : frame) + ")";
    }

    private String byAll(Scope scope) {
        List<Scope.Column> columns = new ArrayList<>(scope.columns());
        for (int i = columns.size() - 1; i > 0; i--) {
            Collections.swap(columns, i, dice.below(i + 1));
        }
        return columns.stream()
                .map(this::ordered)
                .collect(Collectors.joining(", ", " ORDER BY ", ""));
    }

    /** Returns an order that may leave rows equal. */
    private String byOne(Scope scope) {
        return " ORDER BY " + ordered(dice.of(scope.columns()));
    }

    /** Returns an order that may leave rows equal, or none. */
    private String bySome(Scope scope) {
        return dice.once(6) ? "" : byOne(scope);
    }

    private String ordered(Scope.Column column) {
        return column.text()
                + dice.of("", "", " DESC", " NULLS FIRST", " DESC NULLS LAST", " ASC NULLS LAST");
    }

    private String frame() {
        if (dice.once(3)) {
            return "";
        }
        String unit = dice.of("ROWS", "ROWS", "RANGE");
        boolean counts = unit.equals("ROWS");
        String start =
                counts
                        ? dice.of(
                                "UNBOUNDED PRECEDING",
                                dice.below(4) + " PRECEDING",
                                "CURRENT ROW",
                                dice.below(3) + " FOLLOWING")
                        : dice.of("UNBOUNDED PRECEDING", "CURRENT ROW");
        String end =
                start.endsWith("FOLLOWING")
                        ? dice.of("3 FOLLOWING", "UNBOUNDED FOLLOWING")
                        : start.equals("CURRENT ROW") || !counts
                                ? dice.of("CURRENT ROW", "UNBOUNDED FOLLOWING")
                                : dice.of(
                                        "CURRENT ROW",
                                        "UNBOUNDED FOLLOWING",
                                        dice.below(3) + " FOLLOWING");
        return " " + unit + " BETWEEN " + start + " AND " + end + exclusion();
    }

    private String exclusion() {
        return dice.once(4)
                ? " EXCLUDE " + dice.of("CURRENT ROW", "GROUP", "TIES", "NO OTHERS")
                : "";
    }

    /** Returns a window whose frame has distances of values as its bounds, if a column allows. */
    private String ranged(Scope scope) {
        List<Scope.Column> columns =
                scope.columns().stream()
                        .filter(
                                column ->
                                        column.kind().isNumber()
                                                || column.kind() == Kind.DATE
                                                || column.kind() == Kind.TIMESTAMP)
                        .toList();
        if (columns.isEmpty()) {
            return over(scope, bySome(scope), "");
        }
        Scope.Column column = dice.of(columns);
        String start = dice.of("UNBOUNDED PRECEDING", distance(column.kind()) + " PRECEDING");
        String end =
                dice.of(
                        "CURRENT ROW",
                        distance(column.kind()) + " FOLLOWING",
                        "UNBOUNDED FOLLOWING");
        return over(
                scope,
                " ORDER BY " + ordered(column),
                " RANGE BETWEEN " + start + " AND " + end + exclusion());
    }

    private String distance(Kind kind) {
        return switch (kind) {
            case DATE -> dice.of("INTERVAL '40' DAY", "INTERVAL '1' MONTH", "INTERVAL '3' YEAR");
            case TIMESTAMP ->
                    dice.of("INTERVAL '2' HOUR", "INTERVAL '30' DAY", "INTERVAL '1' MONTH");
            case DECIMAL -> dice.of("1.5", "20");
            case DOUBLE -> dice.of("0.5", "3");
            default -> String.valueOf(dice.below(6));
        };
    }
}
