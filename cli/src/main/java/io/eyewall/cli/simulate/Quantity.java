package io.eyewall.cli.simulate;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Kinds of numbers with units, in the form in which people write them. */
enum Quantity {
    /** Nanoseconds. */
    DURATION(
            "a duration such as 20s, 5ms, 30us or 2m",
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9)),
    /** Bytes. */
    SIZE("a size such as 100, 10k, 64m or 2g", Map.of("", 1.0, "k", 1e3, "m", 1e6, "g", 1e9)),
    /** Bytes per second. */
    BANDWIDTH(
            "a bandwidth such as 100mbit or 1gbit, or unlimited",
            Map.of("kbit", 125.0, "mbit", 125e3, "gbit", 125e6)),
    /** A number without a unit. */
    NUMBER("a number such as 0.5, 200 or 50k", Map.of("", 1.0, "k", 1e3, "m", 1e6));

    private static final Pattern NUMBER_AND_UNIT =
            Pattern.compile("([0-9]*\\.?[0-9]+(?:e[+-]?[0-9]+)?)\\s*([a-z]*)");

    private final String expectedForm;

    @SuppressWarnings("ImmutableEnumChecker") // each is a Map.of
    private final Map<String, Double> units;

    Quantity(String expectedForm, Map<String, Double> units) {
        this.expectedForm = expectedForm;
        this.units = units;
    }

    /** Returns the expected form, for messages. */
    String expectedForm() {
        return expectedForm;
    }

    /** Parses a text; returns null if it does not have the expected form. */
    @Nullable Double parse(String text) {
        String lower = text.trim().toLowerCase(Locale.ROOT);
        if (lower.equals("unlimited") && (this == BANDWIDTH || this == SIZE)) {
            return Double.POSITIVE_INFINITY;
        }
        Matcher matcher = NUMBER_AND_UNIT.matcher(lower);
        if (!matcher.matches()) {
            return null;
        }
        Double unit = units.get(matcher.group(2));
        return unit == null ? null : Double.parseDouble(matcher.group(1)) * unit;
    }
}
