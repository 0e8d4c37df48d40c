package io.eyewall.web;

/**
 * A path, or all paths below it, with the handler that answers them. Of several matching routes the
 * longest path wins.
 *
 * @param path one path; with a slash at its end all paths below it
 * @param kind the access rules
 * @param handler answers the requests
 */
public record WebRoute(String path, Kind kind, WebHandler handler) {
    /** Access rules for requests. */
    public enum Kind {
        /** Needs no token. The handler must not block, because an event loop calls it. */
        OPEN,
        /** Needs no token, and the handler may block. */
        OPEN_BLOCKING,
        /**
         * A page or its files. Requests have no side effects, so that other sites may link to it.
         */
        PAGE,
        /** Data or an action: needs the token, and refuses requests from pages of other sites. */
        API
    }

    /** Returns a route without token; an event loop calls its handler, which must not block. */
    public static WebRoute open(String path, WebHandler handler) {
        return new WebRoute(path, Kind.OPEN, handler);
    }

    /** Returns a route without token whose handler may block. */
    static WebRoute openBlocking(String path, WebHandler handler) {
        return new WebRoute(path, Kind.OPEN_BLOCKING, handler);
    }

    /** Returns a route of pages and their files. */
    public static WebRoute page(String path, WebHandler handler) {
        return new WebRoute(path, Kind.PAGE, handler);
    }

    /** Returns a route of data and actions. */
    public static WebRoute api(String path, WebHandler handler) {
        return new WebRoute(path, Kind.API, handler);
    }

    boolean matches(String requestPath) {
        return path.endsWith("/") ? requestPath.startsWith(path) : requestPath.equals(path);
    }
}
