package io.eyewall.sql.function;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.runtime.SqlFunctions;
import org.jspecify.annotations.Nullable;

/**
 * Formats times by the formats in which nearly all are written: numbers with a fixed number of
 * digits. Calcite's function, which knows all of PostgreSQL's, takes twenty times as long.
 */
public final class TimeFormats {
    private static final long MS_PER_DAY = 86_400_000;
    private static final int MAX_YEAR = 9999;

    /** The format that this thread has used last; formats are mostly constants. */
    private static final ThreadLocal<TimeFormats> LAST =
            ThreadLocal.withInitial(() -> new TimeFormats(""));

    private final String format;

    /** The parts of the format; null if Calcite must interpret it. */
    private final @Nullable List<Object> parts;

    /** A number in a format. */
    private enum Digits {
        YYYY(1000),
        HH24(10),
        MM(10),
        DD(10),
        MI(10),
        SS(10),
        MS(100);

        /** The value of the first digit. */
        private final int firstUnit;

        Digits(int firstUnit) {
            this.firstUnit = firstUnit;
        }

        private long of(LocalDate date, long msOfDay) {
            return switch (this) {
                case YYYY -> date.getYear();
                case MM -> date.getMonthValue();
                case DD -> date.getDayOfMonth();
                case HH24 -> msOfDay / 3_600_000;
                case MI -> msOfDay / 60_000 % 60;
                case SS -> msOfDay / 1000 % 60;
                case MS -> msOfDay % 1000;
            };
        }
    }

    private TimeFormats(String format) {
        this.format = format;
        this.parts = parse(format);
    }

    private static @Nullable List<Object> parse(String format) {
        if (format.contains("SSSS")) {
            return null; // the seconds of the day
        }
        List<Object> parts = new ArrayList<>();
        int at = 0;
        while (at < format.length()) {
            Object part = part(format, at);
            if (part == null) {
                return null;
            }
            parts.add(part);
            at += part instanceof Digits number ? number.name().length() : 1;
        }
        return parts;
    }

    /** Returns a number, or a character that stands for itself; null if it is anything else. */
    private static @Nullable Object part(String format, int at) {
        for (Digits number : Digits.values()) {
            if (format.startsWith(number.name(), at)) {
                return number;
            }
        }
        char c = format.charAt(at);
        return "-:/., ".indexOf(c) >= 0 ? c : null;
    }

    /** Implements {@code TO_CHAR} of a time, given Calcite's function. */
    public static String toChar(
            SqlFunctions.DateFormatFunctionPg calcite, long timestamp, String format) {
        TimeFormats last = LAST.get();
        if (!last.format.equals(format)) {
            last = new TimeFormats(format);
            LAST.set(last);
        }
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(timestamp, MS_PER_DAY));
        if (last.parts == null || date.getYear() < 1 || date.getYear() > MAX_YEAR) {
            return calcite.toChar(timestamp, format);
        }
        return last.print(date, Math.floorMod(timestamp, MS_PER_DAY));
    }

    private String print(LocalDate date, long msOfDay) {
        StringBuilder text = new StringBuilder(format.length());
        for (Object part : Objects.requireNonNull(parts)) {
            if (part instanceof Digits number) {
                long value = number.of(date, msOfDay);
                for (int unit = number.firstUnit; unit > 0; unit /= 10) {
                    text.append((char) ('0' + value / unit % 10));
                }
            } else {
                text.append((char) part);
            }
        }
        return text.toString();
    }
}
