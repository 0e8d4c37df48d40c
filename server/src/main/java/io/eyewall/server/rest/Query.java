package io.eyewall.server.rest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request; of one that comes twice the first counts. */
final class Query {
    private final Map<String, String> values = new HashMap<>();

    /**
     * @throws IllegalArgumentException if its percent-encoding is wrong
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

    /** Percent-encoding taken back, a plus being a space. */
    static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Nullable String get(String name) {
        return values.get(name);
    }

    String get(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** Whether to tell of Storm's own components and streams, too. */
    boolean includesSystem() {
        return "true".equals(get("sys"));
    }

    /** Seconds as text, or {@code :all-time}; maybe neither. */
    String window() {
        return get("window", Windows.ALL_TIME);
    }
}
