package io.eyewall.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Identifies one run of the operating system. Data that the operating system has not written to the
 * disk is lost at the end of its run.
 */
record BootId(long high, long low) {
    private static final BootId UNKNOWN = new BootId(0, 0);
    private static final Path LINUX_BOOT_ID_FILE = Path.of("/proc/sys/kernel/random/boot_id");

    /** Returns the id of the current run; unknown if the operating system does not provide one. */
    static BootId current() {
        try {
            UUID id = UUID.fromString(Files.readString(LINUX_BOOT_ID_FILE).strip());
            return new BootId(id.getMostSignificantBits(), id.getLeastSignificantBits());
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    /** Returns whether both ids are known and equal. */
    boolean isSameRun(BootId other) {
        return !equals(UNKNOWN) && equals(other);
    }
}
