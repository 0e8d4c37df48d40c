package io.eyewall.control.wire;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a request: a value or an error.
 *
 * @param value the result of the call; null also for a call without result
 * @param error the exception of the call, or null
 */
public record Answer(@Nullable Object value, @Nullable Refusal error) {
    /** The largest size of an answer's frame, in bytes. */
    public static final int MAX_BYTES = 1 << 26;
}
