package io.eyewall.cluster.lab.process;

import java.util.Map;
import java.util.Objects;

/**
 * Identifies a lab's processes by variables in their environment. Children inherit them, so that
 * workers, and what these start, have them too. A lab's id is drawn anew by each {@code up}, so no
 * process that it did not start can have it by accident, whatever its number.
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
                    "a lab's id is '" + labId + "', expected 16 hexadecimal digits");
        }
    }

    /** Returns the environment of a process on a host. */
    Map<String, String> environment(String host) {
        return Map.of(LAB, labId, HOST, host);
    }

    boolean isOn(Map<String, String> environment) {
        return labId.equals(environment.get(LAB));
    }
}
