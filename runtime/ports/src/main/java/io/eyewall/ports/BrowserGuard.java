package io.eyewall.ports;

import java.util.Locale;
import java.util.Set;
import org.apache.storm.shade.io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests that a web page of another site makes a browser send, without the intention of
 * the browser's user, from this machine or this machine's network. Such a page may send a request
 * directly; the browser then names the page's origin. Or the page's host name may resolve to our
 * address, so that the browser takes us for the page's own server (DNS rebinding); therefore host
 * names that are not known to be ours are rejected. Addresses are accepted, as they can't be faked
 * in that way. Any thread may call.
 */
public final class BrowserGuard {
    private final String scheme;
    private final Set<String> ownNames;

    /**
     * @param scheme {@code http} or {@code https}
     * @param ownNames host names, in lower case, that clients may use besides {@code localhost} and
     *     addresses
     */
    public BrowserGuard(String scheme, Set<String> ownNames) {
        this.scheme = scheme;
        this.ownNames = Set.copyOf(ownNames);
    }

    /** Returns the reason to reject a request, or null. */
    public @Nullable String refusal(HttpHead head) {
        String host = head.headers().get("Host");
        if (host != null && !isOurs(host)) { // missing only in HTTP/1.0, which no browser sends
            return "called by the name " + host + ", which is not known to be this server's";
        }
        String site = head.headers().get("Sec-Fetch-Site");
        String origin = head.headers().get("Origin");
        String referer = head.headers().get("Referer");
        String ownOrigin = scheme + "://" + host;
        if ((site != null && !site.equals("same-origin") && !site.equals("none"))
                || (origin != null && !origin.equalsIgnoreCase(ownOrigin))
                || (referer != null && !isWithin(referer, ownOrigin))) {
            return "called by a web page of another origin";
        }
        return null;
    }

    private static boolean isWithin(String url, String origin) {
        return url.regionMatches(true, 0, origin, 0, origin.length())
                && (url.length() == origin.length() || url.charAt(origin.length()) == '/');
    }

    private boolean isOurs(String host) {
        String name = withoutPort(host).toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.endsWith(".localhost")
                || NetUtil.isValidIpV4Address(name)
                || (name.startsWith("[") && NetUtil.isValidIpV6Address(name))
                || ownNames.contains(name);
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        boolean hasPort =
                colon > host.lastIndexOf(']')
                        && host.chars().skip(colon + 1L).allMatch(c -> c >= '0' && c <= '9');
        return hasPort ? host.substring(0, colon) : host;
    }
}
