package io.eyewall.control.wire;

import java.io.IOException;

/** Thrown when a value is too long for a frame. */
public final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException(int maxBytes) {
        super("more than " + maxBytes + " bytes of JSON");
    }
}
