package io.eyewall.sql.differential;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** Random values, and tables of them. */
@NullUnmarked // rows hold nulls
final class Values {
    private static final List<String> TEXTS =
            List.of(
                    "",
                    "a",
                    "b",
                    "ab",
                    "abc",
                    "A",
                    "B b",
                    " a ",
                    "a%b",
                    "a_b",
                    "%",
                    "it's",
                    "say \"x\"",
                    "Zürich",
                    "straße",
                    "日本語",
                    "x😀y",
                    "10",
                    "-3",
                    "2024-02-29",
                    "\\",
                    "a,b",
                    "ÅNGSTRÖM",
                    "e\u0301",
                    "abcabc",
                    "\t",
                    "  ");

    private final Dice dice;
    private final boolean extremes;

    /**
     * @param extremes whether the greatest and least values are among them
     */
    Values(Dice dice, boolean extremes) {
        this.dice = dice;
        this.extremes = extremes;
    }

    Object value(Kind kind) {
        return switch (kind) {
            case INT ->
                    extremes && dice.once(12)
                            ? dice.of(Integer.MAX_VALUE, Integer.MIN_VALUE)
                            : dice.below(14) - 4;
            case BIGINT ->
                    extremes && dice.once(6)
                            ? dice.of(Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1)
                            : dice.once(5)
                                    ? dice.below(1000) * 10_000_000_000L
                                    : dice.below(14) - 4L;
            case DECIMAL ->
                    extremes && dice.once(12)
                            ? new BigDecimal(dice.of("9999999999.99", "-9999999999.99"))
                            : BigDecimal.valueOf(
                                    dice.once(2) ? dice.below(8) * 50 : dice.below(2000) - 500, 2);
            case DOUBLE ->
                    dice.once(12)
                            ? dice.of(1e15, -2.5e-7, 123456.789, -0.0, 1e100)
                            : (dice.below(40) - 10) / 4.0;
            case BOOLEAN -> dice.once(2);
            case TEXT -> dice.of(TEXTS);
            case DATE ->
                    (int)
                            (dice.once(8)
                                            ? dice.of(
                                                    LocalDate.of(1900, 1, 1),
                                                    LocalDate.of(2099, 12, 31),
                                                    LocalDate.of(1582, 10, 4))
                                            : LocalDate.of(2024, 1, 1).plusDays(dice.below(70)))
                                    .toEpochDay();
            case TIME ->
                    (int)
                            (dice.of(
                                                    LocalTime.MIDNIGHT,
                                                    LocalTime.of(23, 59, 59, 999_000_000),
                                                    LocalTime.of(
                                                            dice.below(24),
                                                            dice.below(60),
                                                            dice.below(60)))
                                            .toNanoOfDay()
                                    / 1_000_000);
            case TIMESTAMP ->
                    (dice.once(8)
                                    ? dice.of(
                                            LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000),
                                            LocalDateTime.of(2000, 2, 29, 0, 0),
                                            LocalDateTime.of(1899, 12, 31, 1, 2, 3))
                                    : LocalDateTime.of(2024, 1, 1, 0, 0)
                                            .plusSeconds(dice.below(70 * 86400))
                                            .plusNanos(dice.below(4) * 250_000_000L))
                            .toInstant(ZoneOffset.UTC)
                            .toEpochMilli();
        };
    }

    /** Returns a constant. */
    Expr literal(Kind kind) {
        if (dice.once(12)) {
            return Expr.of(kind, kind.none());
        }
        Object value = value(kind);
        String text = Table.text(kind, value);
        return Expr.of(
                kind,
                switch (kind) {
                    case INT ->
                            value.equals(Integer.MIN_VALUE) ? "(-2147483647 - 1)" : negative(text);
                    case BIGINT -> "CAST(" + Table.quoted(text) + " AS BIGINT)";
                    case DECIMAL -> negative(text);
                    case DOUBLE -> negative(text.contains("E") ? text : text + "E0");
                    case BOOLEAN -> text.toUpperCase(java.util.Locale.ROOT);
                    case TEXT -> Table.quoted(text);
                    case DATE, TIME, TIMESTAMP -> kind.name() + " " + Table.quoted(text);
                });
    }

    private static String negative(String text) {
        return text.startsWith("-") ? "(" + text + ")" : text;
    }

    /** Returns a table of up to 30 rows; it has a column of at least five types. */
    Table table(int number) {
        String name = "t" + number;
        List<Table.Column> columns = new ArrayList<>();
        int count = 5 + dice.below(5);
        List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
        java.util.Collections.shuffle(kinds, new java.util.Random(dice.below(1 << 30)));
        kinds.remove(Kind.INT);
        kinds.add(0, Kind.INT);
        for (int i = 0; i < count; i++) {
            Kind kind = kinds.get(i % kinds.size());
            String plain = kind.name().toLowerCase(java.util.Locale.ROOT).charAt(0) + "" + i;
            columns.add(
                    new Table.Column(
                            switch (dice.below(6)) {
                                case 0 -> "\"" + plain + "Mixed\"";
                                case 1 -> "\"" + plain + "\"";
                                case 2 -> plain.toUpperCase(java.util.Locale.ROOT);
                                default -> plain;
                            },
                            kind));
        }
        List<Object[]> rows = new ArrayList<>();
        int size = dice.once(9) ? 0 : dice.once(4) ? 30 : 2 + dice.below(14);
        for (int i = 0; i < size; i++) {
            Object[] row = new Object[count];
            for (int j = 0; j < count; j++) {
                row[j] = dice.once(6) ? null : value(columns.get(j).kind());
            }
            rows.add(dice.once(8) && !rows.isEmpty() ? dice.of(rows).clone() : row);
        }
        return new Table(
                switch (dice.below(5)) {
                    case 0 -> "\"" + name + "Table\"";
                    case 1 -> name.toUpperCase(java.util.Locale.ROOT);
                    default -> name;
                },
                columns,
                rows);
    }

    /** Returns a name as a query may write it, if CREATE TABLE has it as {@code definedName}. */
    String written(String definedName) {
        if (definedName.startsWith("\"")
                && !definedName.equals(definedName.toLowerCase(java.util.Locale.ROOT))) {
            return definedName;
        }
        String plain = definedName.replace("\"", "").toLowerCase(java.util.Locale.ROOT);
        return switch (dice.below(8)) {
            case 0 -> plain.toUpperCase(java.util.Locale.ROOT);
            case 1 -> "\"" + plain + "\"";
            default -> plain;
        };
    }
}
