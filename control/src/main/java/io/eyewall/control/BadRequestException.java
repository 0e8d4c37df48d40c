package io.eyewall.control;

import org.jspecify.annotations.Nullable;

/** A request that means nothing. */
final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    BadRequestException(@Nullable String message) {
        super(message);
    }
}
