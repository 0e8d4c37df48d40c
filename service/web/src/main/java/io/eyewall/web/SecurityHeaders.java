package io.eyewall.web;

import io.eyewall.ports.HttpAnswer;
import java.util.HashMap;
import java.util.Map;

/**
 * The security headers of every answer. The HTTP port itself adds {@code X-Content-Type-Options}.
 */
final class SecurityHeaders {
    /**
     * The policy for pages: all content comes from this server, and inline scripts are forbidden.
     */
    private static final String PAGE_POLICY =
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
                    + " form-action 'self'; frame-ancestors 'none'";

    /** The policy for data: if a browser displays it as a page, that page can do nothing. */
    private static final String DATA_POLICY =
            "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

    /**
     * Headers of all answers. Referrers within this server are kept, because the checks of forms
     * rely on them.
     */
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
