package io.eyewall.web;

import io.eyewall.ports.HttpHead;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request that passed the access checks. */
public final class WebRequest {
    private final HttpHead head;
    private final byte[] body;

    WebRequest(HttpHead head, byte[] body) {
        this.head = head;
        this.body = body;
    }

    /** Returns the method in upper case. */
    public String method() {
        return head.method();
    }

    /** Returns the path as it was sent, with its escapes. */
    public String path() {
        return head.path();
    }

    /** Returns the query as it was sent; empty for none. */
    public String query() {
        return head.query();
    }

    /** Returns a header's first value; null if it was not sent. */
    public @Nullable String header(String name) {
        return head.headers().get(name);
    }

    /** Returns the body as UTF-8; empty for none. */
    public String body() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
