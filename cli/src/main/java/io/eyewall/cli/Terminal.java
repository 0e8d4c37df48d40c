package io.eyewall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the standard error is connected to. */
final class Terminal {
    private static final int DEFAULT_COLUMNS = 100;

    private Terminal() {}

    /**
     * Whether the standard error is a terminal. Java does not tell, so on Linux the process's own
     * file descriptor is asked; elsewhere the answer is no.
     */
    static boolean isErrorStream() {
        Path descriptor = Path.of("/proc/self/fd/2");
        try {
            if (!Files.isSymbolicLink(descriptor)) {
                return false;
            }
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false; // plain lines are right everywhere
        }
    }

    /** Width of a line: the environment's {@code COLUMNS}, if it is set. */
    static int columns() {
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9]\\d{1,3}")
                ? Integer.parseInt(columns)
                : DEFAULT_COLUMNS;
    }
}
