package io.eyewall.web;

import io.eyewall.local.net.HttpAnswer;
import java.util.HashMap;
import java.util.Map;

/**
 * The headers that browsers get with every answer. {@code X-Content-Type-Options} is among what a
 * port says anyway.
 */
final class SecurityHeaders {
    /** Of pages: all comes from here, and nothing stands within them as a script. */
    private static final String PAGE_POLICY =
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
                    + " form-action 'self'; frame-ancestors 'none'";

    /** Of what is data: should a browser show it as a page, it does nothing. */
    private static final String DATA_POLICY =
            "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

    /** A referrer to ourselves stays: forms of our own pages are known by it. */
    private static final Map<String, String> COMMON =
            Map.of(
                    "X-Frame-Options", "DENY",
                    "Referrer-Policy", "same-origin",
                    "Cross-Origin-Resource-Policy", "same-origin",
                    "Cross-Origin-Opener-Policy", "same-origin");

    private SecurityHeaders() {}

    static HttpAnswer addTo(HttpAnswer answer) {
        Map<String, String> headers = new HashMap<>(COMMON);
        headers.put(
                "Content-Security-Policy",
                answer.contentType().startsWith("text/html") ? PAGE_POLICY : DATA_POLICY);
        headers.putAll(answer.headers());
        return new HttpAnswer(answer.status(), answer.contentType(), answer.body(), headers);
    }
}
