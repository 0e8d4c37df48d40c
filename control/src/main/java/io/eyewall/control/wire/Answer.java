package io.eyewall.control.wire;

import org.jspecify.annotations.Nullable;

/**
 * What was asked for, or why not.
 *
 * @param value what the call returned; null also where it returns nothing
 * @param error what it threw, or null
 */
public record Answer(@Nullable Object value, @Nullable Refusal error) {
    /** Bytes of the longest frame that may be one. */
    public static final int MOST_BYTES = 1 << 26;
}
