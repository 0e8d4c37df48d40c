package io.eyewall.control.wire;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A request.
 *
 * @param version version of the client's protocol
 * @param call name of the call or service
 * @param topology id of the called topology; null to call the process itself
 * @param arguments arguments of the call, an object or null; see {@link CallArguments}
 */
public record Request(
        int version, String call, @Nullable String topology, @Nullable JsonNode arguments) {
    /** The largest size of a request's frame, in bytes. */
    public static final int MAX_BYTES = 1 << 20;
}
