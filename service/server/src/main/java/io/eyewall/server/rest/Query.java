package io.eyewall.server.rest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request. If a parameter is repeated, its first value counts. */
final class Query {
    private final Map<String, String> values = new HashMap<>();

    /**
     * @throws IllegalArgumentException if the percent-encoding is malformed
     */
    Query(String query) {
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (!name.isEmpty()) {
                values.putIfAbsent(
                        decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
    }

    /** Decodes percent-encoding, and a plus as a space. */
    static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Nullable String get(String name) {
        return values.get(name);
    }

    String get(String name, String defaultValue) {
        return values.getOrDefault(name, defaultValue);
    }

    /** Returns whether to include Storm's own components and streams. */
    boolean includesSystem() {
        return "true".equals(get("sys"));
    }

    /**
     * Returns the requested window: seconds as text, or {@code :all-time}. The value is not
     * validated.
     */
    String window() {
        return get("window", StatWindows.ALL_TIME);
    }
}
