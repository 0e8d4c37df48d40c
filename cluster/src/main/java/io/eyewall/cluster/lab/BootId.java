package io.eyewall.cluster.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells one start of the system from the next. */
final class BootId {
    private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    static String now() throws IOException {
        return Files.readString(FILE).strip();
    }
}
