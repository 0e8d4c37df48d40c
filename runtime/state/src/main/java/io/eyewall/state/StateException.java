package io.eyewall.state;

import org.jspecify.annotations.Nullable;

/** State on disk that can't be read, written or used as requested; the message names the remedy. */
public final class StateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates an exception whose message says what is wrong and what to do. */
    public StateException(String message) {
        super(message);
    }

    /** Creates an exception with a cause, whose message says what is wrong and what to do. */
    public StateException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
