package io.eyewall.sql.differential;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;

/**
 * A table with its rows, which are as Eyewall has them.
 *
 * @param definedName the name as CREATE TABLE has it, quoted or not
 */
@NullUnmarked // rows hold nulls
record Table(String definedName, List<Column> columns, List<Object[]> rows) {
    /** A column; its name is written as CREATE TABLE has it. */
    record Column(String definedName, Kind kind) {}

    /** Returns the name without quotes. */
    String name() {
        return definedName.replace("\"", "");
    }

    Table with(List<Object[]> fewer) {
        return new Table(definedName, columns, fewer);
    }

    private String definitions() {
        return columns.stream()
                .map(column -> column.definedName() + " " + column.kind().sql)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns the definition for Eyewall. */
    String here(String options) {
        return "CREATE TABLE " + definedName + " " + definitions() + " WITH (" + options + ");\n";
    }

    /** Returns the definition and the rows for PostgreSQL. */
    String there() {
        String create = "CREATE TEMPORARY TABLE " + definedName + " " + definitions() + ";\n";
        if (rows.isEmpty()) {
            return create;
        }
        return create
                + rows.stream()
                        .map(this::values)
                        .collect(
                                Collectors.joining(
                                        ",\n    ",
                                        "INSERT INTO " + definedName + " VALUES\n    ",
                                        ";\n"));
    }

    private String values(Object[] row) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
            values.add(row[i] == null ? "NULL" : quoted(text(columns.get(i).kind(), row[i])));
        }
        return "(" + String.join(", ", values) + ")";
    }

    /** Returns the rows as CSV for Eyewall. */
    String csv() {
        StringBuilder csv = new StringBuilder();
        for (Object[] row : rows) {
            List<String> fields = new ArrayList<>();
            for (int i = 0; i < row.length; i++) {
                fields.add(
                        row[i] == null
                                ? ""
                                : '"'
                                        + text(columns.get(i).kind(), row[i]).replace("\"", "\"\"")
                                        + '"');
            }
            csv.append(String.join(",", fields)).append('\n');
        }
        return csv.toString();
    }

    static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");

    /** Returns a value of a row as text. */
    static String text(Kind kind, Object value) {
        return switch (kind) {
            case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
            case TIME ->
                    LocalTime.ofNanoOfDay((Integer) value * 1_000_000L)
                            .format(DateTimeFormatter.ofPattern("HH:mm:ss.SSS"));
            case TIMESTAMP ->
                    LocalDateTime.ofInstant(Instant.ofEpochMilli((Long) value), ZoneOffset.UTC)
                            .format(TIMESTAMP);
            case DECIMAL -> ((BigDecimal) value).toPlainString();
            default -> value.toString();
        };
    }
}
