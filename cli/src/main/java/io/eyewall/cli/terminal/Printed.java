package io.eyewall.cli.terminal;

import java.util.Locale;

/** Formats numbers for tables. */
public final class Printed {
    private Printed() {}

    /** Formats seconds, such as {@code 5s}, {@code 3m 12s} or {@code 2d 1h}. */
    public static String time(long secs) {
        if (secs < 60) {
            return secs + "s";
        }
        if (secs < 3600) {
            return secs / 60 + "m " + secs % 60 + "s";
        }
        return secs < 86_400
                ? secs / 3600 + "h " + secs / 60 % 60 + "m"
                : secs / 86_400 + "d " + secs / 3600 % 24 + "h";
    }

    /** Formats a number, such as {@code 950}, {@code 12.3k} or {@code 4.56M}. */
    public static String count(double number) {
        if (number < 10 && number != Math.rint(number)) {
            return String.format(Locale.ROOT, "%.1f", number);
        }
        String units = " kMGTPE";
        int unit = 0;
        double scaled = number;
        while (scaled >= 999.5 && unit < units.length() - 1) {
            scaled /= 1000;
            unit++;
        }
        if (unit == 0) {
            return String.format(Locale.ROOT, "%.0f", scaled);
        }
        int decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f%c", scaled, units.charAt(unit));
    }

    /** Formats a whole number in the same way. */
    public static String count(long number) {
        return count((double) number);
    }

    /** Formats nanoseconds, such as {@code 950ns}, {@code 12us}, {@code 3.4ms} or {@code 1.2s}. */
    public static String latency(double ns) {
        if (ns < 999.5) {
            return String.format(Locale.ROOT, "%.0fns", ns);
        }
        if (ns < 999_500) {
            return String.format(Locale.ROOT, "%.0fus", ns / 1e3);
        }
        return ns < 999.95e6
                ? String.format(Locale.ROOT, "%.1fms", ns / 1e6)
                : String.format(Locale.ROOT, "%.1fs", ns / 1e9);
    }

    /** Formats a whole number of nanoseconds in the same way. */
    public static String latency(long ns) {
        return latency((double) ns);
    }

    public static String percent(double share) {
        return Math.round(100 * share) + "%";
    }
}
