package io.eyewall.web;

/**
 * A path, or all paths below it, with the handler that answers them. Of the routes that fit, the
 * longest path counts.
 *
 * @param path one path, or with a slash at its end all beneath it
 * @param kind what is to be thought of the requests
 * @param handler answers
 */
public record WebRoute(String path, Kind kind, WebHandler handler) {
    /** The kinds of requests, for security. */
    public enum Kind {
        /** No token is asked for, and the handler doesn't wait, so it has no thread of its own. */
        OPEN,
        /**
         * Pages and their files: asking for them does nothing, so others may have links to them.
         */
        PAGE,
        /** Data and actions: whoever asks has to know the token, and be no page of others. */
        API
    }

    /** A route without token; its handler is called by an event loop and must not wait. */
    public static WebRoute open(String path, WebHandler handler) {
        return new WebRoute(path, Kind.OPEN, handler);
    }

    /** A route of pages and their files. */
    public static WebRoute page(String path, WebHandler handler) {
        return new WebRoute(path, Kind.PAGE, handler);
    }

    /** A route of data and actions. */
    public static WebRoute api(String path, WebHandler handler) {
        return new WebRoute(path, Kind.API, handler);
    }

    boolean fits(String asked) {
        return path.endsWith("/") ? asked.startsWith(path) : asked.equals(path);
    }
}
