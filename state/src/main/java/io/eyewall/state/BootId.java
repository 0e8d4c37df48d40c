package io.eyewall.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Which run of the operating system this is: what it holds for the disk is lost at its end, unless
 * somebody waited for the disk.
 */
record BootId(long high, long low) {
    private static final BootId UNKNOWN = new BootId(0, 0);
    private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");

    /** The id of this run; unknown where the operating system doesn't tell. */
    static BootId current() {
        try {
            UUID id = UUID.fromString(Files.readString(LINUX).strip());
            return new BootId(id.getMostSignificantBits(), id.getLeastSignificantBits());
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    /** Whether both are known and the same. */
    boolean isSameRun(BootId other) {
        return !equals(UNKNOWN) && equals(other);
    }
}
