package io.eyewall.control.wire;

import org.jspecify.annotations.Nullable;

/**
 * What was thrown in another process, without its class: prints as the original does, with its
 * stack trace and causes.
 */
public final class RemoteCause extends Exception {
    private static final long serialVersionUID = 1L;

    private final String type;
    private final String headline;

    /**
     * @param type name of the original's class
     * @param headline what its {@code toString} said
     */
    RemoteCause(String type, @Nullable String message, String headline, @Nullable Throwable cause) {
        super(message, cause);
        this.type = type;
        this.headline = headline;
    }

    /** Name of the class of what was thrown. */
    public String type() {
        return type;
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // it prints as one of another class
    public String toString() {
        return headline;
    }
}
