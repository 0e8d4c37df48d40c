package io.eyewall.sql.row;

import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Parses timestamps in the form in which nearly all are: {@code 2024-05-01 12:00:00}, with T
 * instead of the space, with a fraction of the second, and with Z. It takes a tenth of the time
 * that {@code java.time} takes.
 */
final class UsualTimestamp {
    /** The result for a text of another form, or with a day or a time that does not exist. */
    static final long UNUSUAL = Long.MIN_VALUE;

    private static final int LENGTH_WITHOUT_FRACTION = "2024-05-01 12:00:00".length();
    private static final int MAX_FRACTION_DIGITS = 9;
    private static final long MS_PER_DAY = 86_400_000;

    private UsualTimestamp() {}

    /** Returns the milliseconds since 1970 in UTC, or {@link #UNUSUAL}. */
    static long parse(String text) {
        int end = text.length();
        if (end > 0 && text.charAt(end - 1) == 'Z') {
            end--;
        }
        if (end < LENGTH_WITHOUT_FRACTION || !hasPunctuation(text)) {
            return UNUSUAL;
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, LENGTH_WITHOUT_FRACTION);
        int ms = fraction(text, end);
        boolean isValid =
                (year | month | day | hour | minute | second | ms) >= 0
                        && month >= 1
                        && month <= 12
                        && day >= 1
                        && day <= (day <= 28 ? 28 : YearMonth.of(year, month).lengthOfMonth())
                        && hour < 24
                        && minute < 60
                        && second < 60;
        if (!isValid) {
            return UNUSUAL;
        }
        long ofDay = ((hour * 60L + minute) * 60 + second) * 1000 + ms;
        return LocalDate.of(year, month, day).toEpochDay() * MS_PER_DAY + ofDay;
    }

    private static boolean hasPunctuation(String text) {
        return text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && (text.charAt(10) == ' ' || text.charAt(10) == 'T')
                && text.charAt(13) == ':'
                && text.charAt(16) == ':';
    }

    /**
     * Returns the number that a part of a text is; negative if it has something else than digits.
     */
    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** Returns the milliseconds of the fraction of the second, cut; negative if it is none. */
    private static int fraction(String text, int end) {
        if (end == LENGTH_WITHOUT_FRACTION) {
            return 0;
        }
        int first = LENGTH_WITHOUT_FRACTION + 1;
        int digits = end - first;
        if (text.charAt(first - 1) != '.' || digits < 1 || digits > MAX_FRACTION_DIGITS) {
            return -1;
        }
        int ms = number(text, first, Math.min(end, first + 3));
        for (int i = digits; i < 3; i++) {
            ms *= 10;
        }
        return number(text, first, end) < 0 ? -1 : ms;
    }
}
