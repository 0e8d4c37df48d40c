package io.eyewall.lab.process;

import java.util.Map;
import java.util.Objects;

/**
 * Identifies a lab's processes by variables in their environment. Children inherit the variables,
 * so that workers, and processes that workers start, have them, too. Each {@code lab up} draws a
 * new random id, so that no other process has it by accident, even one that reuses a process id.
 * Immutable.
 *
 * @param labId 16 hexadecimal digits
 */
public record Mark(String labId) {
    static final String LAB = "EYEWALL_LAB";
    static final String HOST = "EYEWALL_LAB_HOST";

    public Mark {
        Objects.requireNonNull(labId, "labId");
        if (!labId.matches("[0-9a-f]{16}")) {
            throw new IllegalArgumentException(
                    "the id of a lab is '" + labId + "', expected 16 hexadecimal digits");
        }
    }

    /** Returns the variables that mark a process on a host. */
    Map<String, String> environment(String host) {
        return Map.of(LAB, labId, HOST, host);
    }

    /** Returns whether an environment has this lab's mark. */
    boolean matches(Map<String, String> environment) {
        return labId.equals(environment.get(LAB));
    }
}
