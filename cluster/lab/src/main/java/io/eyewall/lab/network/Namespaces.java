package io.eyewall.lab.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Checks whether this process can create network namespaces. */
public final class Namespaces {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int NET_ADMIN = 12;
    private static final int SYS_ADMIN = 21;
    private static final int HEX = 16;

    private Namespaces() {}

    /**
     * Returns why namespaces cannot be used, and the remedy; empty if no reason is known. The
     * system may still refuse.
     */
    public static Optional<String> problem() {
        for (String tool : new String[] {"ip", "tc"}) {
            if (!inPath(tool)) {
                return Optional.of("there is no '" + tool + "' in PATH; install iproute2");
            }
        }
        long capabilities = capabilities();
        if (!has(capabilities, NET_ADMIN) || !has(capabilities, SYS_ADMIN)) {
            return Optional.of(
                    "this process lacks the capabilities CAP_NET_ADMIN and CAP_SYS_ADMIN; run it as root");
        }
        return Optional.empty();
    }

    private static boolean inPath(String tool) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Arrays.stream(path.split(":"))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    private static boolean has(long capabilities, int bit) {
        return ((capabilities >> bit) & 1) == 1;
    }

    /** Returns the effective capabilities as bits; 0 if the system does not report them. */
    private static long capabilities() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith("CapEff:"))
                    .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), HEX))
                    .findFirst()
                    .orElse(0L);
        } catch (IOException e) {
            return 0;
        }
    }
}
