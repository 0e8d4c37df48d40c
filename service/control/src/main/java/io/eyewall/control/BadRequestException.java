package io.eyewall.control;

import org.jspecify.annotations.Nullable;

/** Thrown for a request that the process does not understand. */
final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    BadRequestException(@Nullable String message) {
        super(message);
    }
}
