package io.eyewall.local.net;

import java.util.Map;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.jspecify.annotations.Nullable;

/**
 * An answer by HTTP.
 *
 * @param contentType of the body
 * @param headers beyond those that every answer has
 */
public record HttpAnswer(
        int status, String contentType, HttpBody body, Map<String, String> headers) {
    /** Plain text. */
    public static HttpAnswer text(String body) {
        return new HttpAnswer(200, "text/plain; charset=utf-8", HttpBody.of(body), Map.of());
    }

    /** An error with a JSON body as Storm's servers have it. */
    public static HttpAnswer error(int status, String error, @Nullable String message) {
        return error(status, error, message, Map.of());
    }

    /** The same with headers. */
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
