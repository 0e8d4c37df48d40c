package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Something that a process does when it is asked by name, beside what its topologies do. */
public interface ControlService {
    /**
     * Answers a request. Called by any thread, by several at once. What it throws arrives as the
     * same kind of exception if that is an {@link IllegalArgumentException}, {@link
     * IllegalStateException} or {@link UnsupportedOperationException}; else as a {@link
     * ControlException}.
     *
     * @param arguments an object, or null
     * @return JSON, a record, or what Jackson takes for JSON; null for nothing
     */
    @Nullable Object answer(@Nullable JsonNode arguments) throws Exception;
}
