package io.eyewall.ports;

import org.jspecify.annotations.Nullable;

/**
 * The request line and headers of an HTTP request.
 *
 * @param method the method, in capitals
 * @param path the path as it was sent, beginning with a slash, without the query
 * @param query the part after the question mark, as it was sent; empty if there is none
 * @param headers the headers, by names in any case
 */
public record HttpHead(String method, String path, String query, Headers headers) {
    /** Finds headers by name. */
    public interface Headers {
        /** Returns the header's only or first value; null if it was not sent. */
        @Nullable String get(String name);
    }
}
