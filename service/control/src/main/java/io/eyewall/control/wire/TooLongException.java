package io.eyewall.control.wire;

import java.io.IOException;

/** Thrown when a value is too long for a frame. */
public final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException(int mostBytes) {
        super("more than " + mostBytes + " bytes of JSON");
    }
}
