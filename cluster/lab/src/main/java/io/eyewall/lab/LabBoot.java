package io.eyewall.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The random id of the system's current boot. */
final class LabBoot {
    private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

    private LabBoot() {}

    static String currentId() throws IOException {
        return Files.readString(FILE).strip();
    }
}
