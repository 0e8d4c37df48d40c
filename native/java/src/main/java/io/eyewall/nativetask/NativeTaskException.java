package io.eyewall.nativetask;

import org.jspecify.annotations.Nullable;

/** Reports that a native task cannot be created or run; the message says what to do. */
public final class NativeTaskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception; {@code native/bridge} calls this constructor, too. */
    public NativeTaskException(String message) {
        super(message);
    }

    public NativeTaskException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
