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
    private static final String EFFECTIVE = "CapEff:";

    // The numbers of CAP_NET_ADMIN and CAP_SYS_ADMIN in linux/capability.h
    private static final int NET_ADMIN_BIT = 12;
    private static final int SYS_ADMIN_BIT = 21;
    private static final int HEX_RADIX = 16;

    private Namespaces() {}

    /**
     * Returns why namespaces cannot be used, and the remedy; empty if no reason is known. The
     * system may still refuse.
     */
    public static Optional<String> problem() {
        for (String tool : new String[] {"ip", "tc"}) {
            if (!isInPath(tool)) {
                return Optional.of("there is no '" + tool + "' in PATH; install iproute2");
            }
        }
        long capabilities = readCapabilities();
        if (!hasCapability(capabilities, NET_ADMIN_BIT)
                || !hasCapability(capabilities, SYS_ADMIN_BIT)) {
            return Optional.of(
                    "this process lacks the capabilities CAP_NET_ADMIN and CAP_SYS_ADMIN; run it as root");
        }
        return Optional.empty();
    }

    private static boolean isInPath(String tool) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Arrays.stream(path.split(":"))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    private static boolean hasCapability(long capabilities, int bit) {
        return ((capabilities >> bit) & 1) == 1;
    }

    /** Returns the effective capabilities as bits; 0 if the system does not report them. */
    private static long readCapabilities() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(EFFECTIVE))
                    .map(
                            line ->
                                    Long.parseUnsignedLong(
                                            line.substring(EFFECTIVE.length()).strip(), HEX_RADIX))
                    .findFirst()
                    .orElse(0L);
        } catch (IOException e) {
            return 0;
        }
    }
}
