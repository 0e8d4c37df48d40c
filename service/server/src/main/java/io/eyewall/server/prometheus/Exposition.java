package io.eyewall.server.prometheus;

import java.util.Locale;
import java.util.regex.Pattern;

/** Writes metrics, one family after another, in either text format. Not thread-safe. */
final class Exposition {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    /** The types of metric families. */
    enum Type {
        COUNTER,
        GAUGE,
        SUMMARY,
        HISTOGRAM
    }

    private final StringBuilder text = new StringBuilder();
    private final MetricsFormat format;
    private String family = "";
    private Type type = Type.GAUGE;

    Exposition(MetricsFormat format) {
        this.format = format;
    }

    /**
     * Begins a family; its samples follow.
     *
     * @param name ends with the unit, if there is one; counters' samples get the suffix {@code
     *     _total}
     * @param unit empty for none
     * @param help one line
     */
    void family(String name, Type ofSamples, String unit, String help) {
        assert NAME.matcher(name).matches() : name;
        assert unit.isEmpty() || name.endsWith("_" + unit) : name;
        family = name;
        type = ofSamples;
        boolean isOpen = format == MetricsFormat.OPEN_METRICS;
        String shown = !isOpen && type == Type.COUNTER ? name + "_total" : name;
        text.append("# HELP ").append(shown).append(' ').append(escapedHelp(help)).append('\n');
        text.append("# TYPE ").append(shown).append(' ');
        text.append(type.name().toLowerCase(Locale.ROOT)).append('\n');
        if (isOpen && !unit.isEmpty()) {
            text.append("# UNIT ").append(name).append(' ').append(unit).append('\n');
        }
    }

    /**
     * Writes a sample of a counter or gauge.
     *
     * @param labels names and values in alternation
     */
    void sample(double value, String... labels) {
        line(type == Type.COUNTER ? "_total" : "", value, labels);
    }

    /**
     * Writes a line of the current family.
     *
     * @param suffix suffix of the name, such as {@code _sum}
     * @param labels names and values in alternation
     */
    void line(String suffix, double value, String... labels) {
        text.append(family).append(suffix);
        for (int i = 0; i < labels.length; i += 2) {
            text.append(i == 0 ? '{' : ',');
            text.append(labels[i]).append("=\"").append(escapedLabel(labels[i + 1])).append('"');
        }
        text.append(labels.length == 0 ? " " : "} ").append(number(value)).append('\n');
    }

    /** Ends the exposition and returns its text. */
    String end() {
        if (format == MetricsFormat.OPEN_METRICS) {
            text.append("# EOF\n");
        }
        return text.toString();
    }

    /** Formats a number as both formats require; a whole number gets no fraction. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        } else if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        } else if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
            return Long.toString((long) value);
        }
        return Double.toString(value);
    }

    private static String escapedLabel(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    /**
     * Escapes help text. OpenMetrics also requires escaped quotes and Prometheus forbids them;
     * Eyewall's help texts have none.
     */
    private static String escapedHelp(String help) {
        return help.replace("\\", "\\\\").replace("\n", "\\n");
    }
}
