package io.eyewall.server.rest;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.storm.Constants;
import org.jspecify.annotations.Nullable;

/** Formats numbers, names and times as Storm's UI does. */
final class RestText {
    private static final int MINUTE_SECS = 60;
    private static final int HOUR_SECS = 60 * MINUTE_SECS;
    private static final int DAY_SECS = 24 * HOUR_SECS;

    private RestText() {}

    /**
     * Formats a duration like {@code 1d 2h 3m 4s}, starting with the largest unit that is not zero;
     * 0 becomes the empty text.
     */
    static String duration(int seconds) {
        if (seconds <= 0) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        append(text, seconds / DAY_SECS, "d ");
        append(text, seconds % DAY_SECS / HOUR_SECS, "h ");
        append(text, seconds % HOUR_SECS / MINUTE_SECS, "m ");
        return text.append(seconds % MINUTE_SECS).append('s').toString();
    }

    private static void append(StringBuilder text, int number, String unit) {
        if (number > 0 || !text.isEmpty()) {
            text.append(number).append(unit);
        }
    }

    /** Formats a number with three decimals. */
    static String decimal(double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }

    /** Encodes a name for a query or a link; a space becomes a plus. */
    static String urlEncode(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    /** Formats the resources other than memory and cores, like {@code gpu.count=2.0}. */
    static String genericResources(@Nullable Map<String, Double> resources) {
        if (resources == null) {
            return "";
        }
        Map<String, Double> generic = new TreeMap<>(resources);
        generic.remove(Constants.COMMON_CPU_RESOURCE_NAME);
        generic.remove(Constants.COMMON_ONHEAP_MEMORY_RESOURCE_NAME);
        generic.remove(Constants.COMMON_OFFHEAP_MEMORY_RESOURCE_NAME);
        generic.remove(Constants.COMMON_TOTAL_MEMORY_RESOURCE_NAME);
        return generic.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
