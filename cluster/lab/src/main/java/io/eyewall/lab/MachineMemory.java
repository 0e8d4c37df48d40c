package io.eyewall.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks whether a lab fits into the machine's free memory. */
final class MachineMemory {
    private static final Path MEMORY = Path.of("/proc/meminfo");
    // Observed, see neededMb.
    private static final int HEAD_MB = 400;
    private static final int SUPERVISOR_MB = 150;
    private static final int KIB_PER_MB = 1024;

    private MachineMemory() {}

    /** Returns the memory that a lab's daemons were observed to need; workers need more. */
    static long neededMb(int hosts) {
        return HEAD_MB + (long) SUPERVISOR_MB * hosts;
    }

    /**
     * Checks that the daemons fit.
     *
     * @param freeMb the machine's free memory
     * @throws LabException if that is less than the daemons need
     */
    static void check(int hosts, long freeMb) throws LabException {
        long needed = neededMb(hosts);
        if (freeMb < needed) {
            throw new LabException(
                    "%d hosts take %d MB before the first topology (a worker takes 300 MB more), but this machine has %d MB free; use fewer --hosts, or start anyway with --any-memory"
                            .formatted(hosts, needed, freeMb));
        }
    }

    /**
     * Returns the memory that is available without swapping; {@link Long#MAX_VALUE} if the system
     * does not report it.
     */
    static long freeMb() {
        try {
            return Files.readAllLines(MEMORY).stream()
                    .filter(line -> line.startsWith("MemAvailable:"))
                    .map(line -> line.replaceAll("\\D", ""))
                    .mapToLong(Long::parseLong)
                    .map(kib -> kib / KIB_PER_MB)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }
}
