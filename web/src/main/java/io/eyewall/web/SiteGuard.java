package io.eyewall.web;

import io.eyewall.local.net.BrowserGuard;
import io.eyewall.local.net.HttpHead;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what web pages of others have a browser ask, but a link to one of our pages: whoever
 * follows one sees the page, and the other page doesn't.
 */
final class SiteGuard {
    private final BrowserGuard browsers;

    SiteGuard(BrowserGuard browsers) {
        this.browsers = browsers;
    }

    /**
     * Returns the reason to refuse a request, or null.
     *
     * @param isPage whether what is asked for is a page, which does nothing by being asked for
     */
    @Nullable String refusal(HttpHead head, boolean isPage) {
        HttpHead judged = isPage && isFollowedLink(head) ? withHostOnly(head) : head;
        return browsers.refusal(judged);
    }

    /** Browsers alone can set these headers, and no page can make them. */
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
