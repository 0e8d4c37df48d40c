package io.eyewall.server.rest;

import java.util.Map;

/**
 * An answer of the REST API.
 *
 * @param status HTTP status: 200, or 500 for every error, as in Storm's UI
 * @param contentType the body's content type
 * @param headers additional headers; the server adds its own
 */
public record RestAnswer(
        int status, String contentType, String body, Map<String, String> headers) {}
