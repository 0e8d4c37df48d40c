package io.eyewall.control.wire;

import io.eyewall.engine.StackTraceText;
import io.eyewall.topology.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Why something was not done.
 *
 * @param kind what sort of exception it was
 * @param message its message
 */
public record Refusal(Kind kind, @Nullable String message) {
    /** What becomes of it on the side that asked. */
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
        /** The process answers too many others. */
        BUSY,
        /** The answer would be too long. */
        TOO_LONG,
        /** Something else was thrown. */
        OTHER
    }

    /** Of what a call has thrown. */
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
        } catch (Throwable again) { // the exception's class may be the user's
            return StackTraceText.headlineOf(thrown);
        }
    }
}
