package io.eyewall.toolkit.failure;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a connector cannot do its work. Its category says whether another attempt may help.
 */
public final class ConnectorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The consequence of the failure. */
    public enum Category {
        /**
         * A mistake in the topology or its settings: another attempt would not help. Fails the
         * topology.
         */
        CONFIG,
        /** A server cannot be reached or does not work properly: the connector tries again. */
        RESOURCE,
        /** Another process has taken over this task's work. Fails the topology. */
        FENCED
    }

    private final Category category;

    /** Creates an exception with the given cause, if there is one. */
    public ConnectorException(Category category, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.category = category;
    }

    /** Returns the consequence of the failure. */
    public Category category() {
        return category;
    }

    /**
     * Returns whether another attempt may succeed. No attempt can after an error in the settings,
     * or after an exception that an error in the program causes, such as a NullPointerException.
     */
    public static boolean isRetryable(Exception e) {
        return e instanceof ConnectorException known
                ? known.category == Category.RESOURCE
                : !(e instanceof IllegalArgumentException
                        || e instanceof NullPointerException
                        || e instanceof ClassCastException
                        || e instanceof IndexOutOfBoundsException);
    }
}
