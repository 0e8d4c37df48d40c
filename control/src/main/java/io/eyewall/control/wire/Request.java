package io.eyewall.control.wire;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for.
 *
 * @param version of the protocol that the asker speaks
 * @param call what is to be done
 * @param topology id of the topology that is to do it; null: the process itself
 * @param arguments of the call, an object or null; see {@link Arguments}
 */
public record Request(
        int version, String call, @Nullable String topology, @Nullable JsonNode arguments) {
    /** Bytes of the longest frame that may be one. */
    public static final int MOST_BYTES = 1 << 20;
}
