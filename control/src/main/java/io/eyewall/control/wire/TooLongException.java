package io.eyewall.control.wire;

import java.io.IOException;

/** What was to be sent is longer than a frame may be. */
public final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException(int mostBytes) {
        super("more than " + mostBytes + " bytes of JSON");
    }
}
