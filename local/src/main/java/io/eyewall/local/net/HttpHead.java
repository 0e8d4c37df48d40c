package io.eyewall.local.net;

import org.jspecify.annotations.Nullable;

/**
 * A request line and its headers.
 *
 * @param method in capitals
 * @param path as it was sent, beginning with a slash, without a query
 * @param query what follows the question mark, as it was sent; empty if there is none
 * @param headers by name, however it is written
 */
public record HttpHead(String method, String path, String query, Headers headers) {
    /** Looks headers up. */
    public interface Headers {
        /** The header's only or first value; null if it was not sent. */
        @Nullable String get(String name);
    }
}
