package io.eyewall.sql.function;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.linq4j.function.SemiStrict;
import org.apache.calcite.linq4j.function.Strict;
import org.jspecify.annotations.Nullable;

/**
 * Functions of PostgreSQL that Calcite lacks. Generated code calls them; a TIMESTAMP is
 * milliseconds since 1970. Any thread may call.
 */
public final class PostgresqlFunctions {
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
}
