package io.eyewall.ports;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The body of an HTTP answer. */
public sealed interface HttpBody {
    /** Returns a body of text, in UTF-8. */
    static HttpBody of(String text) {
        return new Whole(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns a body of bytes.
     *
     * @param bytes must not be changed any more
     */
    static HttpBody of(byte[] bytes) {
        return new Whole(bytes);
    }

    /**
     * Returns a body whose pieces are sent later, until the server or the client ends it.
     *
     * @param onOpen receives the stream after the head was written; called by an event loop, must
     *     not block. Not called for a HEAD request.
     */
    static HttpBody stream(Consumer<HttpStream> onOpen) {
        return new Pieces(onOpen);
    }

    /** A complete body. */
    final class Whole implements HttpBody {
        private final byte[] bytes;

        private Whole(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    /** A body that arrives later, in pieces. */
    final class Pieces implements HttpBody {
        private final Consumer<HttpStream> onOpen;

        private Pieces(Consumer<HttpStream> onOpen) {
            this.onOpen = onOpen;
        }

        Consumer<HttpStream> onOpen() {
            return onOpen;
        }
    }
}
