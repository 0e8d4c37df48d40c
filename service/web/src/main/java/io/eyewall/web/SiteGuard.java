package io.eyewall.web;

import io.eyewall.ports.BrowserGuard;
import io.eyewall.ports.HttpHead;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that web pages of other sites make a browser send, except links to this server's
 * pages: a user who follows a link sees the page, and the other site's page does not.
 */
final class SiteGuard {
    private final BrowserGuard browserGuard;

    SiteGuard(BrowserGuard browserGuard) {
        this.browserGuard = browserGuard;
    }

    /**
     * Returns the reason to refuse a request, or null.
     *
     * @param isPage whether the request is for a page, which has no side effects
     */
    @Nullable String refusal(HttpHead head, boolean isPage) {
        HttpHead checked = isPage && isFollowedLink(head) ? withHostOnly(head) : head;
        return browserGuard.refusal(checked);
    }

    /** Returns whether a user followed a link; only browsers set these headers, scripts can't. */
    private static boolean isFollowedLink(HttpHead head) {
        return head.method().equals("GET")
                && "navigate".equals(head.headers().get("Sec-Fetch-Mode"))
                && "document".equals(head.headers().get("Sec-Fetch-Dest"));
    }

    private static HttpHead withHostOnly(HttpHead head) {
        String host = head.headers().get("Host");
        return new HttpHead(
                head.method(),
                head.path(),
                head.query(),
                name -> name.equalsIgnoreCase("Host") ? host : null);
    }
}
