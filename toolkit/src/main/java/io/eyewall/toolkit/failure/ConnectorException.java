package io.eyewall.toolkit.failure;

import org.jspecify.annotations.Nullable;

/** What a connector can't do, and why. */
public final class ConnectorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What has to be done about it. */
    public enum Category {
        /** The topology has to be changed: trying again will not help. Fails it. */
        CONFIG,
        /** A server can't be reached, or is not well: it is tried again. */
        RESOURCE,
        /** Another process has taken over this task's work. Fails the topology. */
        FENCED
    }

    private final Category category;

    /** With the exception that it comes from, if any. */
    public ConnectorException(Category category, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.category = category;
    }

    /** What has to be done about it. */
    public Category category() {
        return category;
    }

    /** Whether trying again may help: not with mistakes of a program or its settings. */
    public static boolean isPassing(Exception e) {
        return e instanceof ConnectorException known
                ? known.category == Category.RESOURCE
                : !(e instanceof IllegalArgumentException
                        || e instanceof NullPointerException
                        || e instanceof ClassCastException
                        || e instanceof IndexOutOfBoundsException);
    }
}
