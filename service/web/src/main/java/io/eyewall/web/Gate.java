package io.eyewall.web;

import io.eyewall.ports.BrowserGuard;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpHead;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides whether a request is allowed, before its body arrives. Called by event loops. */
final class Gate {
    private static final String BEARER = "bearer ";

    private final SiteGuard siteGuard;
    private final @Nullable AccessToken token;
    private final @Nullable Sessions sessions;

    /**
     * @param token the required token, with the {@code sessions} of browsers that have presented
     *     it; null for none
     */
    Gate(WebSettings settings, @Nullable AccessToken token, @Nullable Sessions sessions) {
        this.siteGuard = new SiteGuard(new BrowserGuard(settings.scheme(), settings.names()));
        this.token = token;
        this.sessions = sessions;
    }

    /** Returns the answer that refuses the request; null if it is allowed. */
    @Nullable HttpAnswer refusal(HttpHead head, WebRoute.Kind kind) {
        String siteRefusal = siteGuard.refusal(head, kind != WebRoute.Kind.API);
        if (siteRefusal != null) {
            return HttpAnswer.error(403, "Forbidden", siteRefusal);
        } else if (kind == WebRoute.Kind.OPEN
                || kind == WebRoute.Kind.OPEN_BLOCKING
                || isAuthenticated(head)) {
            return null;
        } else if (kind == WebRoute.Kind.PAGE && head.method().equals("GET")) {
            return HttpAnswer.error(
                    303, "See Other", "log in first", Map.of("Location", Login.PATH));
        }
        return HttpAnswer.error(
                401,
                "Unauthorized",
                "expected the server's token, as 'Authorization: Bearer TOKEN', or a login at "
                        + Login.PATH,
                Map.of("WWW-Authenticate", "Bearer realm=\"eyewall\""));
    }

    private boolean isAuthenticated(HttpHead head) {
        if (token == null) {
            return true;
        }
        String authorization = head.headers().get("Authorization");
        if (authorization != null
                && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return token.matches(authorization.substring(BEARER.length()).strip());
        }
        return sessions != null && sessions.hasValidCookie(head.headers().get("Cookie"));
    }
}
