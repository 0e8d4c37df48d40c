package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A named operation that a process offers at its control port, besides the calls of its topologies.
 */
public interface ControlService {
    /**
     * Executes the operation. Called by any thread, by several at once. Exceptions of the types
     * {@link IllegalArgumentException}, {@link IllegalStateException} and {@link
     * UnsupportedOperationException} reach the client as exceptions of the same type, all others as
     * a {@link ControlException}.
     *
     * @param arguments an object, or null
     * @return JSON, a record, or another value that Jackson writes as JSON; null for no result
     */
    @Nullable Object answer(@Nullable JsonNode arguments) throws Exception;
}
