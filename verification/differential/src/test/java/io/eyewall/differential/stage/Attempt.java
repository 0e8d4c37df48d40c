package io.eyewall.differential.stage;

import java.util.concurrent.Callable;

/**
 * Describes the outcome of a call as text: the value that it returned or the exception that it
 * threw.
 */
public final class Attempt {
    private Attempt() {}

    /** A call that returns nothing. */
    public interface Call {
        void run() throws Exception;
    }

    /** Returns {@code "done"}, or the exception as {@link #text(Throwable)}. */
    public static String at(Call call) {
        return atValue(
                () -> {
                    call.run();
                    return "done";
                });
    }

    /** Returns the value as text, or the exception as {@link #text(Throwable)}. */
    public static String atValue(Callable<?> call) {
        try {
            return String.valueOf(call.call());
        } catch (Exception e) {
            return text(e);
        }
    }

    /**
     * Returns the simple class name and message. Storm's {@code Wrapped...} exceptions are named by
     * the generated exception that they extend, which is the one that callers can catch, and
     * Thrift's exceptions by their {@code msg}.
     */
    public static String text(Throwable thrown) {
        Class<?> type = thrown.getClass();
        while (type.getSimpleName().startsWith("Wrapped")) {
            type = type.getSuperclass();
        }
        String message = String.valueOf(thrown.getMessage());
        return type.getSimpleName() + ": " + message;
    }

    /** Returns the innermost cause. */
    public static Throwable rootCause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause;
    }
}
