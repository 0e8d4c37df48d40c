package io.eyewall.server.prometheus;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Writes metrics, family after family, as one of the two formats wants them. Not for several
 * threads.
 */
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
     * @param name ends with its unit, if it has one; a counter's samples have {@code _total} behind
     *     it
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
     * A sample of a counter or gauge.
     *
     * @param labels names and values by turns
     */
    void sample(double value, String... labels) {
        line(type == Type.COUNTER ? "_total" : "", value, labels);
    }

    /**
     * Another line of the family.
     *
     * @param suffix of its name, {@code _sum} for one
     * @param labels names and values by turns
     */
    void line(String suffix, double value, String... labels) {
        text.append(family).append(suffix);
        for (int i = 0; i < labels.length; i += 2) {
            text.append(i == 0 ? '{' : ',');
            text.append(labels[i]).append("=\"").append(escapedLabel(labels[i + 1])).append('"');
        }
        text.append(labels.length == 0 ? " " : "} ").append(number(value)).append('\n');
    }

    /** All that was written; the end. */
    String end() {
        if (format == MetricsFormat.OPEN_METRICS) {
            text.append("# EOF\n");
        }
        return text.toString();
    }

    /** As both formats read it; what is a whole number is written as one. */
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

    /** OpenMetrics escapes quotes in help, too, and Prometheus does not; there are none in ours. */
    private static String escapedHelp(String help) {
        return help.replace("\\", "\\\\").replace("\n", "\\n");
    }
}
