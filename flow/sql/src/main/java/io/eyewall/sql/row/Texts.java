package io.eyewall.sql.row;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Converts values to text and back, in the same way for all formats. */
public final class Texts {
    private Texts() {}

    /**
     * Parses a text to a value of a column.
     *
     * @throws IllegalArgumentException if the text is not a value of the column's kind
     */
    public static Object parse(Column column, String text) {
        String trimmed = text.strip();
        try {
            return switch (column.kind()) {
                case TEXT -> checkLength(column, text);
                case BOOLEAN -> parseBoolean(trimmed);
                case TINYINT -> Byte.valueOf(trimmed);
                case SMALLINT -> Short.valueOf(trimmed);
                case INTEGER -> Integer.valueOf(trimmed);
                case BIGINT -> Long.valueOf(trimmed);
                case REAL -> checkReal(trimmed, Float.parseFloat(trimmed)).floatValue();
                case DOUBLE -> checkReal(trimmed, Double.parseDouble(trimmed));
                case DECIMAL -> round(column, new BigDecimal(trimmed));
                case DATE -> Math.toIntExact(LocalDate.parse(trimmed).toEpochDay());
                case TIME -> (int) (LocalTime.parse(trimmed).toNanoOfDay() / 1_000_000);
                case TIMESTAMP -> parseTimestamp(trimmed);
            };
        } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
            throw parseError(column, text);
        }
    }

    /**
     * Returns a parsed number; refuses forms that only Java supports, such as 1d or 0x1p3, and
     * numbers beyond the range of their type.
     */
    private static Double checkReal(String text, double number) {
        boolean isJavaOnly =
                "dDfF".indexOf(text.charAt(text.length() - 1)) >= 0
                        || text.indexOf('x') >= 0
                        || text.indexOf('X') >= 0;
        boolean isBeyond = Double.isInfinite(number) && !text.endsWith("Infinity");
        if (isJavaOnly || isBeyond) {
            throw new NumberFormatException(text);
        }
        return number;
    }

    private static IllegalArgumentException parseError(Column column, String text) {
        return new IllegalArgumentException(
                "column " + column.name() + ": '" + text + "' is no " + column.kind());
    }

    private static String checkLength(Column column, String text) {
        if (text.length() > column.size()
                && text.codePointCount(0, text.length()) > column.size()) {
            throw new IllegalArgumentException(
                    "column "
                            + column.name()
                            + ": '"
                            + text
                            + "' has more than "
                            + column.size()
                            + " characters");
        }
        return text;
    }

    /**
     * Rounds a number to the number of decimal places of its column.
     *
     * @throws IllegalArgumentException if the number has too many digits for the column
     */
    static BigDecimal round(Column column, BigDecimal number) {
        // Check first: setScale would write out 1e99999999, or its reciprocal, digit by digit.
        long integerDigits = (long) number.precision() - number.scale(); // digits before the point
        if (integerDigits < -column.scale()) {
            return BigDecimal.ZERO.setScale(column.scale());
        }
        boolean isTooLarge = number.signum() != 0 && integerDigits > column.size() - column.scale();
        BigDecimal rounded =
                isTooLarge ? number : number.setScale(column.scale(), RoundingMode.HALF_UP);
        if (isTooLarge || rounded.precision() > column.size()) {
            throw new IllegalArgumentException(
                    "column "
                            + column.name()
                            + ": "
                            + number
                            + " is no DECIMAL("
                            + column.size()
                            + ", "
                            + column.scale()
                            + ")");
        }
        return rounded;
    }

    private static Boolean parseBoolean(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new NumberFormatException(text);
        };
    }

    /**
     * Parses a timestamp such as {@code 2024-05-01 12:00:00.5}, in which T may replace the space
     * and Z may follow; or milliseconds since 1970.
     */
    private static Long parseTimestamp(String text) {
        long usual = UsualTimestamp.parse(text);
        if (usual != UsualTimestamp.UNUSUAL) {
            return usual;
        }
        if (text.matches("-?\\d{1,18}")) {
            return Long.valueOf(text);
        }
        String iso = text.replaceFirst("^(\\d{4}-\\d\\d-\\d\\d) ", "$1T");
        if (iso.endsWith("Z")) {
            return Instant.parse(iso).toEpochMilli();
        }
        return LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /**
     * Formats a value as text that {@link #parse} accepts.
     *
     * @return the text; null for null
     */
    public static @Nullable String print(Column column, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (column.kind()) {
            case DATE -> LocalDate.ofEpochDay(((Number) value).longValue()).toString();
            case TIME -> LocalTime.ofNanoOfDay(((Number) value).longValue() * 1_000_000).toString();
            case TIMESTAMP -> {
                LocalDateTime time =
                        LocalDateTime.ofInstant(
                                Instant.ofEpochMilli(((Number) value).longValue()), ZoneOffset.UTC);
                String text = time.toLocalDate() + " " + time.toLocalTime();
                yield text.length() == "2000-01-01 00:00".length() ? text + ":00" : text;
            }
            case DECIMAL -> ((BigDecimal) value).toPlainString();
            default -> value.toString();
        };
    }
}
