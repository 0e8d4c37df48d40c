package io.eyewall.sql.differential;

import java.util.ArrayList;
import java.util.List;

/** Random expressions of a wanted type. */
final class Expressions {
    private static final int FUNCTION_ONCE_IN = Integer.getInteger("sql.functions-once-in", 6);

    private final Dice dice;
    private final Values values;
    private final Queries queries;

    Expressions(Dice dice, Values values, Queries queries) {
        this.dice = dice;
        this.values = values;
        this.queries = queries;
    }

    /** Returns an expression; {@code depth} limits how deep it nests. */
    Expr of(Kind kind, Scope scope, int depth) {
        if (depth <= 0 || dice.once(5)) {
            return leaf(kind, scope);
        }
        if (dice.once(6)) {
            return anyKind(kind, scope, depth - 1);
        }
        if (dice.once(FUNCTION_ONCE_IN)) {
            Functions.Form form = dice.of(Functions.of(kind));
            List<Part> arguments = new ArrayList<>();
            form.arguments().forEach(each -> arguments.add(of(each, scope, depth - 1)));
            return new Expr(kind, form.text(), form.text(), arguments, null);
        }
        int d = depth - 1;
        return switch (kind) {
            case INT -> integer(scope, d);
            case BIGINT -> bigint(scope, d);
            case DECIMAL -> decimal(scope, d);
            case DOUBLE -> real(scope, d);
            case BOOLEAN -> condition(scope, d);
            case TEXT -> text(scope, d);
            case DATE -> date(scope, d);
            case TIME -> time(scope, d);
            case TIMESTAMP -> timestamp(scope, d);
        };
    }

    private Expr leaf(Kind kind, Scope scope) {
        List<Scope.Column> outer = scope.outerOf(kind);
        if (!outer.isEmpty() && dice.once(4)) {
            return Expr.of(kind, dice.of(outer).text());
        }
        List<Scope.Column> columns = scope.of(kind);
        if (!columns.isEmpty() && !dice.once(6)) {
            return Expr.of(kind, dice.of(columns).text());
        }
        return values.literal(kind);
    }

    /** Returns a type, mostly one of the scope's columns. */
    Kind kind(Scope scope) {
        return scope.columns().isEmpty() || dice.once(4)
                ? dice.of(Kind.values())
                : dice.of(scope.columns()).kind();
    }

    private Expr anyKind(Kind kind, Scope scope, int depth) {
        Expr first = of(kind, scope, depth);
        Expr second = of(kind, scope, depth);
        return switch (dice.below(8)) {
            case 0 -> Expr.of(kind, "COALESCE(§, §)", first, second);
            case 1 -> Expr.of(kind, "NULLIF(§, §)", first, second);
            case 2 ->
                    Expr.of(
                            kind,
                            "CASE WHEN § THEN § ELSE § END",
                            condition(scope, depth),
                            first,
                            second);
            case 3 -> Expr.of(kind, "CASE WHEN § THEN § END", condition(scope, depth), first);
            case 4 -> {
                Kind by = kind(scope);
                yield Expr.of(
                        kind,
                        "CASE § WHEN § THEN § WHEN § THEN § ELSE § END",
                        of(by, scope, depth),
                        values.literal(by),
                        first,
                        of(by, scope, 0),
                        second,
                        of(kind, scope, 0));
            }
            case 5 -> Expr.of(kind, dice.of("GREATEST", "LEAST") + "(§, §)", first, second);
            case 6 -> queries.scalar(kind, scope);
            default -> Expr.of(kind, "(§)", first);
        };
    }

    private Expr integer(Scope scope, int d) {
        if (dice.once(40)) {
            return Expr.of(Kind.INT, "CAST(§ AS INT)", of(Kind.DECIMAL, scope, 0))
                    .marked(Deliberate.Mark.CUT);
        }
        Expr a = of(Kind.INT, scope, d);
        return switch (dice.below(14)) {
            case 12 ->
                    Expr.of(
                            Kind.INT,
                            dice.of("REGEXP_COUNT", "REGEXP_INSTR") + "(§, " + regex() + ")",
                            of(Kind.TEXT, scope, d));
            case 0 -> Expr.of(Kind.INT, "(§ + §)", a, of(Kind.INT, scope, d));
            case 1 -> Expr.of(Kind.INT, "(§ - §)", a, of(Kind.INT, scope, d));
            case 2 -> Expr.of(Kind.INT, "(§ * §)", a, of(Kind.INT, scope, 0));
            case 3 -> Expr.of(Kind.INT, "(§ / NULLIF(§, 0))", a, of(Kind.INT, scope, d));
            case 4 -> Expr.of(Kind.INT, "MOD(§, NULLIF(§, 0))", a, of(Kind.INT, scope, d));
            case 5 -> Expr.of(Kind.INT, "ABS(§)", a);
            case 6 -> Expr.of(Kind.INT, "(- §)", a);
            case 7 ->
                    Expr.of(
                            Kind.INT,
                            dice.of("CHAR_LENGTH", "CHARACTER_LENGTH") + "(§)",
                            of(Kind.TEXT, scope, d));
            case 8 ->
                    Expr.of(
                            Kind.INT,
                            "POSITION(§ IN §)",
                            of(Kind.TEXT, scope, 0),
                            of(Kind.TEXT, scope, d));
            case 9 -> extract(scope, d);
            case 10 -> Expr.of(Kind.INT, "CAST(SIGN(§) AS INT)", a);
            default ->
                    Expr.of(
                            Kind.INT,
                            "CAST(" + dice.of("FLOOR", "CEIL") + "(§) AS INT)",
                            of(dice.of(Kind.DECIMAL, Kind.DOUBLE), scope, 0));
        };
    }

    private Expr extract(Scope scope, int d) {
        if (dice.once(3)) {
            String unit = dice.of("YEAR", "MONTH", "DAY", "QUARTER", "DOY", "WEEK");
            return Expr.of(
                    Kind.INT, "CAST(EXTRACT(" + unit + " FROM §) AS INT)", of(Kind.DATE, scope, d));
        }
        if (dice.once(3)) {
            String unit = dice.of("HOUR", "MINUTE");
            return Expr.of(
                    Kind.INT, "CAST(EXTRACT(" + unit + " FROM §) AS INT)", of(Kind.TIME, scope, d));
        }
        String unit =
                dice.of(
                        "YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "QUARTER", "DOY", "WEEK",
                        "DECADE", "CENTURY");
        return Expr.of(
                Kind.INT,
                "CAST(EXTRACT(" + unit + " FROM §) AS INT)",
                of(Kind.TIMESTAMP, scope, d));
    }

    private Expr bigint(Scope scope, int d) {
        Expr a = of(Kind.BIGINT, scope, d);
        return switch (dice.below(11)) {
            case 9 ->
                    Expr.of(
                            Kind.BIGINT,
                            dice.of("GCD", "LCM") + "(CAST(§ AS BIGINT), CAST(§ AS BIGINT))",
                            of(Kind.INT, scope, d),
                            of(Kind.INT, scope, 0));
            case 0 ->
                    Expr.of(
                            Kind.BIGINT,
                            "(§ + §)",
                            a,
                            of(dice.of(Kind.BIGINT, Kind.INT), scope, d));
            case 1 -> Expr.of(Kind.BIGINT, "(§ - §)", a, of(Kind.BIGINT, scope, d));
            case 2 -> Expr.of(Kind.BIGINT, "(§ * §)", a, of(Kind.INT, scope, 0));
            case 3 -> Expr.of(Kind.BIGINT, "(§ / NULLIF(§, 0))", a, of(Kind.BIGINT, scope, 0));
            case 4 -> Expr.of(Kind.BIGINT, "MOD(§, NULLIF(§, 0))", a, of(Kind.BIGINT, scope, 0));
            case 5 -> Expr.of(Kind.BIGINT, "ABS(§)", a);
            case 6 ->
                    Expr.of(
                            Kind.BIGINT,
                            "CAST(FLOOR(EXTRACT(" + "SECOND" + " FROM §)) AS BIGINT)",
                            of(Kind.TIMESTAMP, scope, d));
            case 7 -> Expr.of(Kind.BIGINT, "(- §)", a);
            default -> Expr.of(Kind.BIGINT, "CAST(§ AS BIGINT)", of(Kind.INT, scope, d));
        };
    }

    private Expr decimal(Scope scope, int d) {
        Expr a = of(Kind.DECIMAL, scope, d);
        return switch (dice.below(11)) {
            case 0 ->
                    Expr.of(
                            Kind.DECIMAL,
                            "(§ + §)",
                            a,
                            of(dice.of(Kind.DECIMAL, Kind.INT), scope, d));
            case 1 -> Expr.of(Kind.DECIMAL, "(§ - §)", a, of(Kind.DECIMAL, scope, d));
            case 2 -> Expr.of(Kind.DECIMAL, "(§ * §)", a, of(Kind.INT, scope, 0));
            case 3 ->
                    Expr.of(
                            Kind.DECIMAL,
                            "(§ * §)",
                            of(Kind.DECIMAL, scope, 0),
                            of(Kind.DECIMAL, scope, 0));
            case 4 ->
                    Expr.of(
                            Kind.DECIMAL,
                            dice.of("ROUND", "TRUNC") + "(§, " + dice.below(3) + ")",
                            a);
            case 5 -> Expr.of(Kind.DECIMAL, dice.of("FLOOR", "CEIL") + "(§)", a);
            case 6 -> Expr.of(Kind.DECIMAL, "ABS(§)", a);
            case 7 -> Expr.of(Kind.DECIMAL, "MOD(§, NULLIF(§, 0))", a, of(Kind.DECIMAL, scope, 0));
            case 8 -> Expr.of(Kind.DECIMAL, "(- §)", a);
            case 9 -> Expr.both(Kind.DECIMAL, "TRUNCATE(§, 1)", "TRUNC(§, 1)", a);
            default -> Expr.of(Kind.DECIMAL, "CAST(§ AS DECIMAL(12, 2))", of(Kind.INT, scope, d));
        };
    }

    private Expr real(Scope scope, int d) {
        Expr a = of(Kind.DOUBLE, scope, d);
        return switch (dice.below(11)) {
            case 0 ->
                    Expr.of(
                            Kind.DOUBLE,
                            "(§ + §)",
                            a,
                            of(dice.of(Kind.DOUBLE, Kind.INT), scope, d));
            case 1 -> Expr.of(Kind.DOUBLE, "(§ - §)", a, of(Kind.DOUBLE, scope, d));
            case 2 -> Expr.of(Kind.DOUBLE, "(§ * §)", a, of(Kind.DOUBLE, scope, 0));
            case 3 -> Expr.of(Kind.DOUBLE, "(§ / NULLIF(§, 0))", a, of(Kind.DOUBLE, scope, 0));
            case 4 -> Expr.of(Kind.DOUBLE, "SQRT(ABS(§))", a);
            case 5 -> Expr.of(Kind.DOUBLE, dice.of("FLOOR", "CEIL") + "(§)", a);
            case 6 -> Expr.of(Kind.DOUBLE, "ABS(§)", a);
            case 7 -> Expr.of(Kind.DOUBLE, "(- §)", a);
            case 8 ->
                    Expr.of(
                            Kind.DOUBLE,
                            dice.of("SIN", "COS", "ATAN", "RADIANS", "DEGREES", "CBRT") + "(§)",
                            of(Kind.DOUBLE, scope, 0));
            case 9 -> Expr.of(Kind.DOUBLE, "POWER(§, 2)", of(Kind.DOUBLE, scope, 0));
            default ->
                    Expr.of(
                            Kind.DOUBLE,
                            "CAST(§ AS DOUBLE PRECISION)",
                            of(dice.of(Kind.INT, Kind.BIGINT, Kind.DECIMAL), scope, d));
        };
    }

    /** Returns a condition. */
    Expr condition(Scope scope, int d) {
        if (d <= 0) {
            return compare(scope, 0);
        }
        Expr a = of(Kind.BOOLEAN, scope, d - 1);
        return switch (dice.below(18)) {
            case 0, 1 -> Expr.of(Kind.BOOLEAN, "(§ AND §)", a, condition(scope, d - 1));
            case 2, 3 -> Expr.of(Kind.BOOLEAN, "(§ OR §)", a, condition(scope, d - 1));
            case 4 -> Expr.of(Kind.BOOLEAN, "(NOT §)", a);
            case 5 ->
                    Expr.of(
                            Kind.BOOLEAN,
                            "(§ IS "
                                    + dice.of("", "NOT ")
                                    + dice.of("TRUE", "FALSE", "UNKNOWN")
                                    + ")",
                            a);
            case 6 ->
                    Expr.of(
                            Kind.BOOLEAN,
                            "(§ IS " + dice.of("", "NOT ") + "NULL)",
                            of(kind(scope), scope, d - 1));
            case 7 -> {
                Kind kind = kind(scope);
                yield Expr.of(
                        Kind.BOOLEAN,
                        "(§ IS " + dice.of("", "NOT ") + "DISTINCT FROM §)",
                        of(kind, scope, d - 1),
                        of(kind, scope, 0));
            }
            case 8 -> {
                Kind kind = kind(scope);
                yield Expr.of(
                        Kind.BOOLEAN,
                        "(§ "
                                + dice.of("", "NOT ")
                                + "BETWEEN "
                                + dice.of("", "", "SYMMETRIC ")
                                + "§ AND §)",
                        of(kind, scope, d - 1),
                        of(kind, scope, 0),
                        of(kind, scope, 0));
            }
            case 9 -> in(scope, d - 1);
            case 10, 11 -> like(scope, d - 1);
            case 12, 13 -> queries.condition(scope);
            case 14 ->
                    Expr.of(
                            Kind.BOOLEAN,
                            dice.of(
                                    "FALSE",
                                    "TRUE",
                                    "(1 = 0)",
                                    "(1 = 1)",
                                    "(NULL IS NULL)",
                                    "('a' = 'b')",
                                    "(2 > 1)",
                                    "(CAST(NULL AS INT) = 1)"));
            default -> compare(scope, d - 1);
        };
    }

    private Expr compare(Scope scope, int d) {
        Kind left = kind(scope);
        Kind right =
                left.isNumber() && dice.once(3)
                        ? dice.of(Kind.INT, Kind.BIGINT, Kind.DECIMAL, Kind.DOUBLE)
                        : left;
        return Expr.of(
                Kind.BOOLEAN,
                "(§ " + dice.of("=", "<>", "<", "<=", ">", ">=") + " §)",
                of(left, scope, d),
                of(right, scope, d));
    }

    private Expr in(Scope scope, int d) {
        Kind kind = kind(scope);
        List<Part> parts = new ArrayList<>(List.of(of(kind, scope, d)));
        StringBuilder form = new StringBuilder("(§ ").append(dice.of("", "NOT ")).append("IN (");
        int count = 1 + dice.below(4);
        for (int i = 0; i < count; i++) {
            parts.add(of(kind, scope, dice.once(4) ? 1 : 0));
            form.append(i == 0 ? "§" : ", §");
        }
        return new Expr(Kind.BOOLEAN, form + "))", form + "))", parts, null);
    }

    private Expr like(Scope scope, int d) {
        String pattern =
                dice.of(
                        "a%",
                        "%b%",
                        "_",
                        "%",
                        "",
                        "a_b",
                        "%!%%' ESCAPE '!",
                        "a!_%' ESCAPE '!",
                        "%''%",
                        "_%_",
                        "Z_rich",
                        "___",
                        "x_y",
                        "\\%");
        String operator = dice.of("LIKE", "LIKE", "NOT LIKE", "ILIKE");
        if (pattern.startsWith("\\") && dice.once(1)) {
            pattern = "%c";
        }
        return dice.once(5)
                ? Expr.of(
                        Kind.BOOLEAN,
                        "(§ SIMILAR TO '"
                                + dice.of("(a|b)%", "[a-c]+", "a.*", "%(bc){1,2}", "_b?")
                                + "')",
                        of(Kind.TEXT, scope, d))
                : Expr.of(
                        Kind.BOOLEAN,
                        "(§ " + operator + " '" + pattern + "')",
                        of(Kind.TEXT, scope, d));
    }

    private Expr text(Scope scope, int d) {
        Expr a = of(Kind.TEXT, scope, d);
        int from = 1 + dice.below(4);
        return switch (dice.below(24)) {
            case 22 -> Expr.of(Kind.TEXT, "REGEXP_SUBSTR(§, " + regex() + ")", a);
            case 0, 1 -> Expr.of(Kind.TEXT, "(§ || §)", a, of(Kind.TEXT, scope, d));
            case 2 -> Expr.of(Kind.TEXT, "UPPER(§)", a);
            case 3 -> Expr.of(Kind.TEXT, "LOWER(§)", a);
            case 4 ->
                    Expr.of(
                            Kind.TEXT,
                            "TRIM("
                                    + dice.of(
                                            "",
                                            "BOTH ' ' FROM ",
                                            "LEADING 'a' FROM ",
                                            "TRAILING 'b' FROM ")
                                    + "§)",
                            a);
            case 5 -> Expr.of(Kind.TEXT, "SUBSTRING(§ FROM " + (from - dice.below(3)) + ")", a);
            case 6 ->
                    Expr.of(
                            Kind.TEXT,
                            "SUBSTRING(§ FROM " + from + " FOR " + dice.below(4) + ")",
                            a);
            case 7 ->
                    Expr.of(
                            Kind.TEXT,
                            "REPLACE(§, §, §)",
                            a,
                            of(Kind.TEXT, scope, 0),
                            of(Kind.TEXT, scope, 0));
            case 8 ->
                    Expr.of(Kind.TEXT, dice.of("LEFT", "RIGHT") + "(§, " + dice.below(4) + ")", a);
            case 9 ->
                    Expr.of(
                            Kind.TEXT,
                            dice.of("LPAD", "RPAD")
                                    + "(§, "
                                    + dice.below(7)
                                    + ", "
                                    + dice.of("'xy'", "'*'", "' '")
                                    + ")",
                            a);
            case 10 -> Expr.of(Kind.TEXT, "REVERSE(§)", a);
            case 11 -> Expr.of(Kind.TEXT, "INITCAP(§)", a);
            case 12 ->
                    Expr.of(
                            Kind.TEXT,
                            "OVERLAY(§ PLACING 'XY' FROM "
                                    + from
                                    + dice.of("", " FOR 1", " FOR 3")
                                    + ")",
                            a);
            case 13 -> Expr.of(Kind.TEXT, "CONCAT(§, §)", a, of(Kind.TEXT, scope, d));
            case 14 ->
                    Expr.of(
                            Kind.TEXT,
                            "SPLIT_PART(§, " + dice.of("','", "'b'", "' '") + ", " + from + ")",
                            a);
            case 15 ->
                    Expr.of(
                            Kind.TEXT,
                            "CAST(§ AS VARCHAR)",
                            of(dice.of(Kind.INT, Kind.BIGINT, Kind.DATE), scope, d));
            case 16 ->
                    Expr.of(
                            Kind.TEXT,
                            "CAST(§ AS VARCHAR)",
                            of(dice.of(Kind.DECIMAL, Kind.BOOLEAN, Kind.TIME), scope, 0));
            case 17 -> Expr.of(Kind.TEXT, "REPEAT(§, " + dice.below(3) + ")", a);
            case 18 ->
                    Expr.of(
                            Kind.TEXT,
                            "TRANSLATE(§, 'abc', " + dice.of("'xyz'", "'x'", "''") + ")",
                            a);
            case 19 -> Expr.of(Kind.TEXT, dice.of("LTRIM", "RTRIM") + "(§)", a);
            case 20 -> Expr.of(Kind.TEXT, "MD5(§)", a);
            case 21 -> Expr.of(Kind.TEXT, "CONCAT_WS(',', §, §)", a, of(Kind.TEXT, scope, d));
            default -> Expr.of(Kind.TEXT, "CAST(§ AS VARCHAR(" + from + "))", a);
        };
    }

    private String regex() {
        return dice.of("'a'", "'b+'", "'[a-c]'", "'.'", "'^x'", "'c$'", "'(ab|c)'", "'[^ ]+'");
    }

    private String interval() {
        return "INTERVAL '" + (1 + dice.below(40)) + "' " + dice.of("DAY", "MONTH", "YEAR");
    }

    private Expr date(Scope scope, int d) {
        return switch (dice.below(4)) {
            case 0 -> Expr.of(Kind.DATE, "CAST(§ AS DATE)", of(Kind.TIMESTAMP, scope, d));
            case 1 ->
                    Expr.of(
                            Kind.DATE,
                            "CAST(§ + " + interval() + " AS DATE)",
                            of(Kind.DATE, scope, d));
            case 2 ->
                    Expr.of(
                            Kind.DATE,
                            "CAST(§ - " + interval() + " AS DATE)",
                            of(Kind.DATE, scope, d));
            default -> {
                String unit = dice.of("MONTH", "YEAR", "QUARTER");
                yield Expr.both(
                        Kind.DATE,
                        "FLOOR(§ TO " + unit + ")",
                        "CAST(DATE_TRUNC('" + unit + "', §) AS DATE)",
                        of(Kind.DATE, scope, d));
            }
        };
    }

    private Expr time(Scope scope, int d) {
        return dice.once(2)
                ? Expr.of(Kind.TIME, "CAST(§ AS TIME)", of(Kind.TIMESTAMP, scope, d))
                : Expr.of(
                        Kind.TIME,
                        "(§ "
                                + dice.of("+", "-")
                                + " INTERVAL '"
                                + (1 + dice.below(30))
                                + "' "
                                + dice.of("HOUR", "MINUTE", "SECOND")
                                + ")",
                        of(Kind.TIME, scope, d));
    }

    private Expr timestamp(Scope scope, int d) {
        return switch (dice.below(5)) {
            case 3 ->
                    Expr.of(
                            Kind.TIMESTAMP,
                            "DATE_TRUNC('"
                                    + dice.of(
                                            "second",
                                            "minute",
                                            "hour",
                                            "day",
                                            "week",
                                            "month",
                                            "quarter",
                                            "year",
                                            "decade",
                                            "century",
                                            "millennium")
                                    + "', §)",
                            of(Kind.TIMESTAMP, scope, d));
            case 0 -> Expr.of(Kind.TIMESTAMP, "CAST(§ AS TIMESTAMP)", of(Kind.DATE, scope, d));
            case 1 ->
                    Expr.of(
                            Kind.TIMESTAMP,
                            "(§ " + dice.of("+", "-") + " " + interval() + ")",
                            of(Kind.TIMESTAMP, scope, d));
            case 2 ->
                    Expr.of(
                            Kind.TIMESTAMP,
                            "(§ "
                                    + dice.of("+", "-")
                                    + " INTERVAL '"
                                    + (1 + dice.below(90))
                                    + "' "
                                    + dice.of("HOUR", "MINUTE", "SECOND")
                                    + ")",
                            of(Kind.TIMESTAMP, scope, d));
            default -> {
                String unit =
                        dice.of("SECOND", "MINUTE", "HOUR", "DAY", "MONTH", "YEAR", "QUARTER");
                yield Expr.both(
                        Kind.TIMESTAMP,
                        "FLOOR(§ TO " + unit + ")",
                        "DATE_TRUNC('" + unit + "', §)",
                        of(Kind.TIMESTAMP, scope, d));
            }
        };
    }
}
