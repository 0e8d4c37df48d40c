package io.eyewall.server.rest;

import java.util.Map;

/**
 * An answer of the REST API.
 *
 * @param status of HTTP: 200, or 500 for whatever goes wrong, as Storm's UI has it
 * @param contentType of the body
 * @param headers beyond those that every answer has
 */
public record RestAnswer(
        int status, String contentType, String body, Map<String, String> headers) {}
