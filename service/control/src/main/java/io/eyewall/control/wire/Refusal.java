package io.eyewall.control.wire;

import io.eyewall.engine.StackTraceText;
import io.eyewall.topology.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a request was not executed.
 *
 * @param kind kind of the exception
 * @param message message of the exception
 */
public record Refusal(Kind kind, @Nullable String message) {
    /** The kind of exception, which decides what the client throws. */
    public enum Kind {
        /** A {@link ConfigException} with the same message. */
        CONFIG,
        /** An {@link IllegalArgumentException} with the same message. */
        ILLEGAL_ARGUMENT,
        /** An {@link IllegalStateException} with the same message. */
        ILLEGAL_STATE,
        /** An {@link UnsupportedOperationException} with the same message. */
        UNSUPPORTED,
        /** The process does not know the topology. */
        NO_TOPOLOGY,
        /** The process does not understand the request. */
        BAD_REQUEST,
        /** The process answers too many other clients. */
        BUSY,
        /** The answer would be too long. */
        TOO_LONG,
        /** Any other exception. */
        OTHER
    }

    /** Returns the refusal for an exception of a call. */
    public static Refusal of(Throwable thrown) {
        if (thrown instanceof ConfigException) {
            return new Refusal(Kind.CONFIG, message(thrown));
        }
        if (thrown instanceof IllegalArgumentException) {
            return new Refusal(Kind.ILLEGAL_ARGUMENT, message(thrown));
        }
        if (thrown instanceof IllegalStateException) {
            return new Refusal(Kind.ILLEGAL_STATE, message(thrown));
        }
        if (thrown instanceof UnsupportedOperationException) {
            return new Refusal(Kind.UNSUPPORTED, message(thrown));
        }
        return new Refusal(Kind.OTHER, StackTraceText.headlineOf(thrown));
    }

    private static @Nullable String message(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (Throwable again) { // the exception's class may be user code
            return StackTraceText.headlineOf(thrown);
        }
    }
}
