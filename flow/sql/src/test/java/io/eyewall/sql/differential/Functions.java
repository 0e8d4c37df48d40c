package io.eyewall.sql.differential;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The functions in PostgreSQL's catalog ({@code pg_proc}) of numbers, texts and times, but for
 * those that {@link Expressions} has already, and those that no table of a query needs.
 */
final class Functions {
    /**
     * One way to call a function.
     *
     * @param text the call, with {@code §} in the place of each argument
     * @param arguments the types of the arguments
     */
    record Form(String text, List<Kind> arguments) {}

    private static final Map<Kind, List<Form>> FORMS = new EnumMap<>(Kind.class);

    static {
        for (String name : List.of("ASCII", "BIT_LENGTH", "OCTET_LENGTH", "LENGTH")) {
            add(Kind.INT, name + "(§)", Kind.TEXT);
        }
        add(Kind.INT, "STRPOS(§, §)", Kind.TEXT, Kind.TEXT);
        add(Kind.INT, "WIDTH_BUCKET(§, 0, 20, 5)", Kind.DECIMAL);
        add(Kind.INT, "WIDTH_BUCKET(§, 10e0, -3e0, 4)", Kind.DOUBLE);
        add(Kind.INT, "DATE_PART('year', §)::INT", Kind.TIMESTAMP);
        add(Kind.INT, "(§ + §::INT)", Kind.INT, Kind.BIGINT);
        add(
                Kind.BOOLEAN,
                "(§ = 3 AND §::INT < §::DECIMAL(12, 2))",
                Kind.INT,
                Kind.BIGINT,
                Kind.INT);
        add(Kind.BIGINT, "§::BIGINT", Kind.INT);
        add(Kind.DECIMAL, "FACTORIAL(MOD(ABS(§), 20))", Kind.INT);
        add(Kind.DECIMAL, "DIV(§, NULLIF(§, 0))", Kind.DECIMAL, Kind.DECIMAL);
        for (String name : List.of("ROUND", "TRUNC", "SIGN", "CEILING", "TRIM_SCALE")) {
            add(Kind.DECIMAL, name + "(§)", Kind.DECIMAL);
        }
        for (String name : List.of("GCD", "LCM")) {
            add(Kind.INT, name + "(§, §)", Kind.INT, Kind.INT);
        }
        for (String name :
                List.of(
                        "ACOS", "ACOSD", "ACOSH", "ASIN", "ASIND", "ASINH", "ATAN", "ATAND",
                        "ATANH", "COSD", "COSH", "COT", "COTD", "EXP", "LN", "LOG", "LOG10",
                        "ROUND", "SIGN", "SIND", "SINH", "SQRT", "TAN", "TAND", "TANH", "TRUNC",
                        "CEILING")) {
            add(Kind.DOUBLE, name + "(§)", Kind.DOUBLE);
        }
        for (String name : List.of("ATAN2", "ATAN2D")) {
            add(Kind.DOUBLE, name + "(§, §)", Kind.DOUBLE, Kind.DOUBLE);
        }
        for (String name : List.of("POW", "POWER")) {
            add(Kind.DOUBLE, name + "(ABS(§), SIN(§))", Kind.DOUBLE, Kind.DOUBLE);
        }
        add(Kind.DOUBLE, "PI()");
        add(Kind.DOUBLE, "LN(ABS(§) + 1)", Kind.DOUBLE);
        add(Kind.DOUBLE, "EXP(SIN(§))", Kind.DOUBLE);
        add(Kind.DOUBLE, "ASIN(SIN(§))", Kind.DOUBLE);
        for (String name : List.of("LPAD", "RPAD")) {
            add(Kind.TEXT, name + "(§, 4)", Kind.TEXT);
            add(Kind.TEXT, name + "(§, 5, §)", Kind.TEXT, Kind.TEXT);
        }
        for (String name : List.of("LTRIM", "RTRIM", "BTRIM")) {
            add(Kind.TEXT, name + "(§, §)", Kind.TEXT, Kind.TEXT);
        }
        for (String name : List.of("UPPER", "LOWER", "INITCAP", "REVERSE", "MD5", "BTRIM")) {
            add(Kind.TEXT, name + "(§)", Kind.TEXT);
        }
        for (String name : List.of("LEFT", "RIGHT")) {
            add(Kind.TEXT, name + "(§, MOD(§, 9))", Kind.TEXT, Kind.INT);
        }
        add(Kind.TEXT, "REPEAT(§, MOD(§, 4))", Kind.TEXT, Kind.INT);
        add(Kind.TEXT, "REPLACE(§, §, §)", Kind.TEXT, Kind.TEXT, Kind.TEXT);
        add(Kind.TEXT, "SUBSTRING(§ FROM MOD(§, 9) FOR 2)", Kind.TEXT, Kind.INT);
        add(Kind.TEXT, "OVERLAY(§ PLACING § FROM 2)", Kind.TEXT, Kind.TEXT);
        add(Kind.TEXT, "REGEXP_SUBSTR(§, '[a-c]+')", Kind.TEXT);
        add(Kind.TEXT, "REGEXP_SUBSTR(§, '([a-c])(b?)', 1, 2, 'i', 2)", Kind.TEXT);
        add(
                Kind.TEXT,
                "REGEXP_SUBSTR(§, '[a-c]b?', ABS(MOD(§, 5)) + 1, 1, '', 0)",
                Kind.TEXT,
                Kind.INT);
        add(Kind.TEXT, "GREATEST(§, §)", Kind.TEXT, Kind.TEXT);
        add(Kind.TEXT, "CHR(MOD(ABS(§), 1000) + 32)", Kind.INT);
        add(Kind.TEXT, "TO_HEX(§)", Kind.INT);
        add(Kind.TEXT, "TO_HEX(§)", Kind.BIGINT);
        add(Kind.TEXT, "QUOTE_LITERAL(§)", Kind.TEXT);
        add(Kind.TEXT, "QUOTE_NULLABLE(§)", Kind.TEXT);
        add(Kind.TEXT, "QUOTE_IDENT(§)", Kind.TEXT);
        add(Kind.TEXT, "NORMALIZE(§)", Kind.TEXT);
        add(Kind.TEXT, "SUBSTR(§, 2)", Kind.TEXT);
        add(Kind.TEXT, "SUBSTR(§, 0, 3)", Kind.TEXT);
        add(Kind.TEXT, "SPLIT_PART(§, §, -1)", Kind.TEXT, Kind.TEXT);
        add(Kind.TEXT, "TRANSLATE(§, §, §)", Kind.TEXT, Kind.TEXT, Kind.TEXT);
        add(Kind.TEXT, "REGEXP_REPLACE(§, '[aeiou]', '<x>')", Kind.TEXT);
        add(Kind.TEXT, "REGEXP_REPLACE(§, '([a-c])', '<\\1>', 'g')", Kind.TEXT);
        add(Kind.TEXT, "REGEXP_REPLACE(§, 'B', 'x', 'gi')", Kind.TEXT);
        add(Kind.TEXT, "CONCAT(§, §, §)", Kind.INT, Kind.TEXT, Kind.BIGINT);
        add(Kind.TEXT, "CONCAT_WS(§, §, §)", Kind.TEXT, Kind.TEXT, Kind.INT);
        add(Kind.TEXT, "(§ || §)", Kind.TEXT, Kind.INT);
        add(Kind.TEXT, "§::VARCHAR", Kind.INT);
        add(Kind.TEXT, "§::TEXT", Kind.DATE);
        add(Kind.TEXT, "TO_CHAR(§, 'YYYY-MM-DD HH24:MI:SS')", Kind.TIMESTAMP);
        add(Kind.TEXT, "TO_CHAR(§, 'HH24:MI, DD.MM.YYYY/MS')", Kind.TIMESTAMP);
        add(Kind.TEXT, "TO_CHAR(§, 'DD Mon YYYY, HH12:MI AM, Day')", Kind.TIMESTAMP);
        add(Kind.TEXT, "TO_CHAR(§, 'Q DDD WW J CC US MS FMMonth')", Kind.TIMESTAMP);
        add(Kind.BOOLEAN, "STARTS_WITH(§, §)", Kind.TEXT, Kind.TEXT);
        add(Kind.BOOLEAN, "REGEXP_LIKE(§, '[bc]')", Kind.TEXT);
        add(Kind.BOOLEAN, "REGEXP_LIKE(§, 'B', 'i')", Kind.TEXT);
        for (String operator : List.of("~", "~*", "!~", "!~*")) {
            add(Kind.BOOLEAN, "(§ " + operator + " '[a-c]b?')", Kind.TEXT);
        }
        add(Kind.DATE, "MAKE_DATE(ABS(MOD(§, 3000)) + 1, 2, 28)", Kind.INT);
        add(Kind.DATE, "TO_DATE('2024-03-0' || (MOD(ABS(§), 9) + 1), 'YYYY-MM-DD')", Kind.INT);
        add(Kind.DATE, "§::DATE", Kind.TIMESTAMP);
        add(Kind.TIME, "MAKE_TIME(MOD(ABS(§), 24), 7, 8.5)", Kind.INT);
        add(Kind.TIME, "(§ + INTERVAL '90' MINUTE)", Kind.TIME);
        add(Kind.TIMESTAMP, "MAKE_TIMESTAMP(2023, MOD(ABS(§), 12) + 1, 3, 4, 5, 6.25)", Kind.INT);
        add(Kind.TIMESTAMP, "§::TIMESTAMP", Kind.DATE);
    }

    private Functions() {}

    private static void add(Kind kind, String text, Kind... arguments) {
        FORMS.computeIfAbsent(kind, any -> new ArrayList<>())
                .add(new Form(text, List.of(arguments)));
    }

    /** Returns the functions whose result has a type. */
    static List<Form> of(Kind kind) {
        return FORMS.getOrDefault(kind, List.of());
    }
}
