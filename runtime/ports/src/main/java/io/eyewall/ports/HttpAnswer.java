package io.eyewall.ports;

import java.util.Map;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP answer.
 *
 * @param contentType the media type of the body
 * @param headers headers besides those that every answer has
 */
public record HttpAnswer(
        int status, String contentType, HttpBody body, Map<String, String> headers) {
    /** Returns an answer of plain text, with status 200. */
    public static HttpAnswer text(String body) {
        return new HttpAnswer(200, "text/plain; charset=utf-8", HttpBody.of(body), Map.of());
    }

    /** Returns an error whose JSON body has the form of Storm's servers. */
    public static HttpAnswer error(int status, String error, @Nullable String message) {
        return error(status, error, message, Map.of());
    }

    /** Returns an error like {@link #error(int, String, String)}, with headers. */
    public static HttpAnswer error(
            int status, String error, @Nullable String message, Map<String, String> headers) {
        return new HttpAnswer(
                status,
                "application/json",
                HttpBody.of(
                        JSONValue.toJSONString(
                                Map.of(
                                        "error",
                                        error,
                                        "errorMessage",
                                        message == null ? "" : message))),
                headers);
    }
}
