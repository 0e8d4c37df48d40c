package io.eyewall.server.prometheus;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The text formats of metrics. */
public enum MetricsFormat {
    /** Prometheus' text format, version 0.0.4; the default if a client states no preference. */
    PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),

    /** OpenMetrics 1.0. */
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

    private final String contentType;

    MetricsFormat(String contentType) {
        this.contentType = contentType;
    }

    /** Returns the content type. */
    public String contentType() {
        return contentType;
    }

    /**
     * Returns the format that a client prefers.
     *
     * @param accept the client's Accept header; null if it is missing
     */
    public static MetricsFormat wanted(@Nullable String accept) {
        if (accept == null) {
            return PROMETHEUS;
        }
        double open = 0;
        double text = 0;
        for (String range : accept.toLowerCase(Locale.ROOT).split(",")) {
            String type = range.strip();
            if (type.startsWith("application/openmetrics-text")) {
                open = Math.max(open, quality(type));
            } else if (type.startsWith("text/plain")) {
                text = Math.max(text, quality(type));
            }
        }
        return open > 0 && open >= text ? OPEN_METRICS : PROMETHEUS;
    }

    private static double quality(String range) {
        for (String parameter : range.split(";")) {
            String stripped = parameter.strip();
            if (stripped.startsWith("q=")) {
                try {
                    return Double.parseDouble(stripped.substring(2));
                } catch (NumberFormatException e) {
                    return 0; // an unreadable quality is ignored
                }
            }
        }
        return 1;
    }
}
