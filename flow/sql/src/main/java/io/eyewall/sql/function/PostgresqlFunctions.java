package io.eyewall.sql.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.linq4j.function.SemiStrict;
import org.apache.calcite.linq4j.function.Strict;
import org.apache.calcite.runtime.SqlFunctions;
import org.jspecify.annotations.Nullable;

/**
 * Functions of PostgreSQL that Calcite lacks. Generated code calls them; a TIMESTAMP is
 * milliseconds since 1970. Any thread may call.
 */
public final class PostgresqlFunctions {
    /** A name that needs no quotes in SQL, unless it is a reserved word. */
    private static final Pattern PLAIN_NAME = Pattern.compile("[a-z_][a-z0-9_]*");

    /** The largest number whose factorial has at most 38 digits. */
    private static final int LARGEST_FACTORIAL = 33;

    private static final ThreadLocal<Pattern> LAST_PATTERN =
            ThreadLocal.withInitial(() -> Pattern.compile(""));

    private PostgresqlFunctions() {}

    /**
     * Implements {@code DATE_TRUNC}.
     *
     * @throws IllegalArgumentException if there is no such unit
     */
    @Strict
    public static long dateTrunc(String unit, long timestamp) {
        LocalDateTime time =
                LocalDateTime.ofInstant(Instant.ofEpochMilli(timestamp), ZoneOffset.UTC);
        LocalDate date = time.toLocalDate();
        String name = unit.strip().toLowerCase(Locale.ROOT);
        LocalDateTime truncated =
                switch (name.endsWith("s") ? name.substring(0, name.length() - 1) : name) {
                    case "microsecond", "millisecond" -> time;
                    case "second" -> time.truncatedTo(ChronoUnit.SECONDS);
                    case "minute" -> time.truncatedTo(ChronoUnit.MINUTES);
                    case "hour" -> time.truncatedTo(ChronoUnit.HOURS);
                    case "day" -> date.atStartOfDay();
                    case "week" ->
                            date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                                    .atStartOfDay();
                    case "month" -> date.withDayOfMonth(1).atStartOfDay();
                    case "quarter" ->
                            date.withDayOfMonth(1)
                                    .withMonth((date.getMonthValue() - 1) / 3 * 3 + 1)
                                    .atStartOfDay();
                    case "year" -> beginOf(date.getYear());
                    case "decade" -> beginOf(Math.floorDiv(date.getYear(), 10) * 10);
                    case "century" -> beginOf(Math.floorDiv(date.getYear() - 1, 100) * 100 + 1);
                    case "millennium" ->
                            beginOf(Math.floorDiv(date.getYear() - 1, 1000) * 1000 + 1);
                    default ->
                            throw new IllegalArgumentException(
                                    "DATE_TRUNC has no unit '"
                                            + unit
                                            + "'; expected 'second' to"
                                            + " 'millennium'");
                };
        return truncated.toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /** Implements {@code DATE_TRUNC} of a DATE, which is days since 1970. */
    @Strict
    public static long dateTruncOfDate(String unit, int date) {
        return dateTrunc(unit, TimeUnit.DAYS.toMillis(date));
    }

    private static LocalDateTime beginOf(int year) {
        return LocalDate.of(year, 1, 1).atStartOfDay();
    }

    /**
     * Implements {@code MAKE_DATE}.
     *
     * @throws IllegalArgumentException if there is no such day
     */
    @Strict
    public static int makeDate(int year, int month, int day) {
        return Math.toIntExact(date("MAKE_DATE", year, month, day).toEpochDay());
    }

    /**
     * Implements {@code MAKE_TIME}, in milliseconds of the day.
     *
     * @throws IllegalArgumentException if there is no such time
     */
    @Strict
    public static int makeTime(int hour, int minute, Number seconds) {
        double second = seconds.doubleValue();
        long milliseconds = Math.round(second * 1000);
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) {
            throw new IllegalArgumentException(
                    "MAKE_TIME: there is no time " + hour + ":" + minute + ":" + second);
        }
        return Math.toIntExact(
                TimeUnit.HOURS.toMillis(hour) + TimeUnit.MINUTES.toMillis(minute) + milliseconds);
    }

    /**
     * Implements {@code MAKE_TIMESTAMP}.
     *
     * @throws IllegalArgumentException if there is no such day or time
     */
    @Strict
    public static long makeTimestamp(
            int year, int month, int day, int hour, int minute, Number seconds) {
        return TimeUnit.DAYS.toMillis(date("MAKE_TIMESTAMP", year, month, day).toEpochDay())
                + makeTime(hour, minute, seconds);
    }

    private static LocalDate date(String function, int year, int month, int day) {
        try {
            return LocalDate.of(year, month, day);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    function + ": there is no day " + year + "-" + month + "-" + day, e);
        }
    }

    /** Implements {@code BIT_LENGTH}: eight times {@code OCTET_LENGTH}. */
    @Strict
    public static int bitLength(String text) {
        return Math.multiplyExact(8, octetLength(text));
    }

    /** Implements {@code OCTET_LENGTH}: the number of bytes in UTF-8. */
    @Strict
    public static int octetLength(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Implements {@code BTRIM}: a text without spaces at both ends. */
    @Strict
    public static String btrim(String text) {
        return btrimOf(text, " ");
    }

    /** Implements {@code BTRIM} of all characters that another text has. */
    @Strict
    public static String btrimOf(String text, String characters) {
        return rtrimOf(ltrimOf(text, characters), characters);
    }

    /** Implements {@code LTRIM} of all characters that another text has. */
    @Strict
    public static String ltrimOf(String text, String characters) {
        int begin = 0;
        while (begin < text.length() && characters.indexOf(text.codePointAt(begin)) >= 0) {
            begin += Character.charCount(text.codePointAt(begin));
        }
        return text.substring(begin);
    }

    /** Implements {@code RTRIM} of all characters that another text has. */
    @Strict
    public static String rtrimOf(String text, String characters) {
        int end = text.length();
        while (end > 0 && characters.indexOf(text.codePointBefore(end)) >= 0) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(0, end);
    }

    /**
     * Implements {@code QUOTE_IDENT}: a name as it is written in SQL, in quotes if it needs them.
     */
    @Strict
    public static String quoteIdent(String name) {
        return PLAIN_NAME.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Implements {@code QUOTE_LITERAL}: a text as a constant of SQL. */
    @Strict
    public static String quoteLiteral(String text) {
        String quoted = "'" + text.replace("'", "''") + "'";
        return text.indexOf('\\') < 0 ? quoted : "E" + quoted.replace("\\", "\\\\");
    }

    /** Implements {@code QUOTE_NULLABLE}: a text as a constant of SQL, or NULL. */
    public static String quoteNullable(@Nullable String text) {
        return text == null ? "NULL" : quoteLiteral(text);
    }

    /** Implements {@code NORMALIZE} to the form NFC. */
    @Strict
    public static String normalize(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    /** Implements {@code TO_HEX}; a negative number is written in two's complement. */
    @Strict
    public static String toHex(int number) {
        return Integer.toHexString(number);
    }

    /** Implements {@code TO_HEX} of a BIGINT. */
    @Strict
    public static String toHexOfLong(long number) {
        return Long.toHexString(number);
    }

    /** Implements {@code REGEXP_COUNT}: the number of matches, which do not overlap. */
    @Strict
    public static int regexpCount(String text, String pattern) {
        Matcher matcher = matcher(text, pattern);
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        return count;
    }

    /**
     * Implements {@code REGEXP_INSTR}: the place of the first match, from 1; 0 if there is none.
     */
    @Strict
    public static int regexpInstr(String text, String pattern) {
        Matcher matcher = matcher(text, pattern);
        return matcher.find() ? text.codePointCount(0, matcher.start()) + 1 : 0;
    }

    /** Implements {@code REGEXP_SUBSTR}: the first match; null if there is none. */
    @SemiStrict
    public static @Nullable String regexpSubstr(String text, String pattern) {
        Matcher matcher = matcher(text, pattern);
        return matcher.find() ? matcher.group() : null;
    }

    /**
     * Implements {@code REGEXP_SUBSTR} with all of its arguments.
     *
     * @param start the character at which the search begins, from 1
     * @param occurrence which match, from 1
     * @param flags empty, or {@code i} to ignore case
     * @param group the part in parentheses, from 1; 0 for the whole match
     */
    @SemiStrict
    public static @Nullable String regexpSubstrOf(
            String text, String pattern, int start, int occurrence, String flags, int group) {
        boolean isKnown = flags.isEmpty() || flags.equals("i");
        if (start < 1 || occurrence < 1 || group < 0 || !isKnown) {
            throw new IllegalArgumentException(
                    "REGEXP_SUBSTR needs a start and an occurrence of at least 1, '' or 'i', and a"
                            + " group of at least 0, found "
                            + List.of(start, occurrence, flags, group));
        }
        if (start > text.codePointCount(0, text.length())) {
            return null;
        }
        Matcher matcher = matcher(text, flags.isEmpty() ? pattern : "(?iu)" + pattern);
        boolean isFound = matcher.find(text.offsetByCodePoints(0, start - 1));
        for (int i = 1; i < occurrence && isFound; i++) {
            isFound = matcher.find();
        }
        return isFound && group <= matcher.groupCount() ? matcher.group(group) : null;
    }

    private static Matcher matcher(String text, String pattern) {
        Pattern last = LAST_PATTERN.get();
        if (!last.pattern().equals(pattern)) {
            last = Pattern.compile(pattern);
            LAST_PATTERN.set(last);
        }
        return last.matcher(text);
    }

    /** Implements {@code GCD}: the greatest common divisor. */
    @Strict
    public static long gcd(long one, long other) {
        long greater = one;
        long lesser = other;
        while (lesser != 0) {
            long remainder = lesser == -1 ? 0 : greater % lesser;
            greater = lesser;
            lesser = remainder;
        }
        return Math.absExact(greater);
    }

    /** Implements {@code LCM}: the least common multiple. */
    @Strict
    public static long lcm(long one, long other) {
        return one == 0 || other == 0
                ? 0
                : Math.absExact(Math.multiplyExact(one / gcd(one, other), other));
    }

    /**
     * Implements {@code FACTORIAL}.
     *
     * @throws IllegalArgumentException if the number is negative
     * @throws ArithmeticException if the result has more than 38 digits
     */
    @Strict
    public static BigDecimal factorial(long number) {
        if (number < 0) {
            throw new IllegalArgumentException(
                    "FACTORIAL needs a number of at least 0, found " + number);
        }
        if (number > LARGEST_FACTORIAL) {
            throw new ArithmeticException(
                    "FACTORIAL(" + number + ") has more than 38 digits: value out of range");
        }
        BigDecimal product = BigDecimal.ONE;
        for (long factor = 2; factor <= number; factor++) {
            product = product.multiply(BigDecimal.valueOf(factor));
        }
        return product;
    }

    /**
     * Implements {@code DIV}: the quotient without digits behind the point.
     *
     * @throws ArithmeticException if the divisor is 0
     */
    @Strict
    public static BigDecimal div(BigDecimal dividend, BigDecimal divisor) {
        return dividend.divideToIntegralValue(divisor).setScale(0, RoundingMode.DOWN);
    }

    /** Implements {@code TRIM_SCALE}: the number without zeros at its end. */
    @Strict
    public static BigDecimal trimScale(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0, RoundingMode.UNNECESSARY) : stripped;
    }

    /**
     * Implements {@code WIDTH_BUCKET}: the number of the bucket, from 1, if the numbers from {@code
     * low} to {@code high} are divided into equal parts; 0 before them, {@code count} + 1 behind.
     *
     * @throws IllegalArgumentException if the bounds are equal or there is no bucket
     */
    @Strict
    public static int widthBucket(BigDecimal number, BigDecimal low, BigDecimal high, int count) {
        checkBuckets(low.compareTo(high) == 0, count);
        boolean ascending = low.compareTo(high) < 0;
        BigDecimal distance = ascending ? number.subtract(low) : low.subtract(number);
        BigDecimal width = high.subtract(low).abs();
        if (distance.signum() < 0) {
            return 0;
        }
        if (distance.compareTo(width) >= 0) {
            return Math.addExact(count, 1);
        }
        return distance.multiply(BigDecimal.valueOf(count))
                        .divideToIntegralValue(width)
                        .intValueExact()
                + 1;
    }

    /** Implements {@code WIDTH_BUCKET} of doubles. */
    @Strict
    public static int widthBucketOfDouble(Number number, Number low, Number high, int count) {
        double begin = low.doubleValue();
        double end = high.doubleValue();
        checkBuckets(begin == end, count);
        double distance = begin < end ? number.doubleValue() - begin : begin - number.doubleValue();
        double width = Math.abs(end - begin);
        if (distance < 0) {
            return 0;
        }
        return distance >= width
                ? Math.addExact(count, 1)
                : (int) Math.min(count - 1, Math.floor(count * (distance / width))) + 1;
    }

    private static void checkBuckets(boolean isEmpty, int count) {
        if (isEmpty || count < 1) {
            throw new IllegalArgumentException(
                    "WIDTH_BUCKET needs two different bounds and at least one bucket");
        }
    }

    /** Implements {@code COTD}: the cotangent of degrees. */
    @Strict
    public static double cotd(Number degrees) {
        return 1 / SqlFunctions.tand(degrees.doubleValue());
    }

    /** Implements {@code ATAN2D}: {@code ATAN2} in degrees. */
    @Strict
    public static double atan2d(Number y, Number x) {
        return Math.toDegrees(Math.atan2(y.doubleValue(), x.doubleValue()));
    }
}
