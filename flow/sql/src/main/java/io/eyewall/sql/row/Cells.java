package io.eyewall.sql.row;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts values between rows and databases. Times are in UTC. */
public final class Cells {
    private Cells() {}

    /**
     * Converts the values that a database driver returned to a row.
     *
     * @throws IllegalArgumentException if a value does not fit the type of its column
     */
    public static @Nullable Object[] toRow(List<Column> columns, List<Object> cells) {
        @Nullable Object[] row = new @Nullable Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            Object cell = cells.get(i);
            if (cell == null && columns.get(i).required()) {
                throw new IllegalArgumentException(
                        "column " + columns.get(i).name() + " has no value, but is NOT NULL");
            }
            row[i] = cell == null ? null : toValue(columns.get(i), cell);
        }
        return row;
    }

    static Object toValue(Column column, Object cell) {
        if (cell instanceof byte[] || cell instanceof List<?>) {
            throw new IllegalArgumentException(
                    "column "
                            + column.name()
                            + ": "
                            + (cell instanceof List<?> ? "an array" : "bytes")
                            + " can't be "
                            + column.kind()
                            + "; let a view of the database convert it to text");
        }
        if (cell instanceof Number number) {
            return toNumber(column, number);
        }
        return switch (column.kind()) {
            case BOOLEAN -> cell instanceof Boolean ? cell : Texts.parse(column, cell.toString());
            case DATE ->
                    cell instanceof LocalDate date
                            ? Math.toIntExact(date.toEpochDay())
                            : Texts.parse(column, cell.toString());
            case TIME ->
                    cell instanceof LocalTime time
                            ? (int) (time.toNanoOfDay() / 1_000_000)
                            : Texts.parse(column, cell.toString());
            case TIMESTAMP -> toTimestamp(column, cell);
            default -> Texts.parse(column, cell.toString());
        };
    }

    private static Object toTimestamp(Column column, Object cell) {
        try {
            if (cell instanceof LocalDateTime time) { // without a time zone, so UTC is assumed
                return time.toInstant(ZoneOffset.UTC).toEpochMilli();
            }
            if (cell instanceof OffsetDateTime time) {
                return time.toInstant().toEpochMilli();
            }
        } catch (ArithmeticException e) { // the time is infinity
            throw new IllegalArgumentException(
                    "column " + column.name() + ": " + cell + " is beyond TIMESTAMP", e);
        }
        return Texts.parse(column, cell.toString());
    }

    private static BigDecimal toDecimal(Column column, Number number) {
        if (number instanceof Double real && !Double.isFinite(real)) {
            throw new IllegalArgumentException(
                    "column "
                            + column.name()
                            + ": "
                            + number
                            + " is no DECIMAL; declare the column as DOUBLE, or let a view of the"
                            + " database leave such rows out");
        }
        return Texts.round(column, new BigDecimal(number.toString()));
    }

    private static Object toNumber(Column column, Number number) {
        return switch (column.kind()) {
            case REAL -> number.floatValue();
            case DOUBLE -> number.doubleValue();
            case DECIMAL -> toDecimal(column, number);
            default -> Texts.parse(column, number.toString());
        };
    }

    /** Returns the values of a row as objects of the classes that database drivers expect. */
    public static List<@Nullable Object> toDatabaseValues(
            List<Column> columns, @Nullable Object[] row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            values.add(toDatabaseValue(columns.get(i), row[i]));
        }
        return values;
    }

    /** Returns a value of a row as an object of the class that database drivers expect. */
    static @Nullable Object toDatabaseValue(Column column, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (column.kind()) {
            case DATE -> LocalDate.ofEpochDay(((Number) value).longValue());
            case TIME -> LocalTime.ofNanoOfDay(((Number) value).longValue() * 1_000_000);
            case TIMESTAMP ->
                    LocalDateTime.ofInstant(
                            Instant.ofEpochMilli(((Number) value).longValue()), ZoneOffset.UTC);
            default -> value;
        };
    }
}
