package io.eyewall.local.net;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The body of an HTTP answer. */
public sealed interface HttpBody {
    /** Text, in UTF-8. */
    static HttpBody of(String text) {
        return new Whole(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Bytes.
     *
     * @param bytes not to be changed any more
     */
    static HttpBody of(byte[] bytes) {
        return new Whole(bytes);
    }

    /**
     * Pieces that come later, until one of the two sides has enough.
     *
     * @param onOpen given the stream when its head is on its way; called by an event loop, must not
     *     block. Not called if nobody is there to read.
     */
    static HttpBody stream(Consumer<HttpStream> onOpen) {
        return new Pieces(onOpen);
    }

    /** All of it. */
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
