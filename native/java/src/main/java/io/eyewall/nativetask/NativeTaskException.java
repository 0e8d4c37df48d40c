package io.eyewall.nativetask;

import org.jspecify.annotations.Nullable;

/** A native task can't be made or run; the message says what to do. */
public final class NativeTaskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Also called by {@code native/bridge}. */
    public NativeTaskException(String message) {
        super(message);
    }

    public NativeTaskException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
