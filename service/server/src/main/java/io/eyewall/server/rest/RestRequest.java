package io.eyewall.server.rest;

import org.jspecify.annotations.Nullable;

/**
 * A request to the REST API.
 *
 * @param method in capitals
 * @param path beneath {@code /api/v1}, as it was sent, beginning with a slash
 * @param query as it was sent; empty for none
 * @param accept value of the Accept header; null if it is missing
 * @param body empty for none
 */
public record RestRequest(
        String method, String path, String query, @Nullable String accept, String body) {
    /** Returns a GET request for a target, which may have a query. */
    public static RestRequest get(String target) {
        int questionMark = target.indexOf('?');
        return new RestRequest(
                "GET",
                questionMark < 0 ? target : target.substring(0, questionMark),
                questionMark < 0 ? "" : target.substring(questionMark + 1),
                null,
                "");
    }
}
