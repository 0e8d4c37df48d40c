package io.eyewall.control.wire;

import org.jspecify.annotations.Nullable;

/**
 * A throwable from another process, without its class. It prints like the original, with its stack
 * trace and causes.
 */
public final class RemoteCause extends Exception {
    private static final long serialVersionUID = 1L;

    private final String type;
    private final String headline;

    /**
     * @param type name of the original's class
     * @param headline the original's {@code toString} text
     */
    RemoteCause(String type, @Nullable String message, String headline, @Nullable Throwable cause) {
        super(message, cause);
        this.type = type;
        this.headline = headline;
    }

    /** Returns the name of the original's class. */
    public String type() {
        return type;
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // it prints like the original
    public String toString() {
        return headline;
    }
}
