package io.eyewall.cluster.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a lab fits into what the machine has free. */
final class MachineMemory {
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final int HEAD_MB = 400;
    private static final int SUPERVISOR_MB = 150;
    private static final int KIB_PER_MB = 1024;

    private MachineMemory() {}

    /** Returns the memory that daemons need, as observed; workers come on top of it. */
    static long neededMb(int hosts) {
        return HEAD_MB + (long) SUPERVISOR_MB * hosts;
    }

    /**
     * @param freeMb what the machine has
     * @throws LabException if that is less than daemons take
     */
    static void check(int hosts, long freeMb) throws LabException {
        long needed = neededMb(hosts);
        if (freeMb < needed) {
            throw new LabException(
                    ("%d hosts take %d MB before the first topology (a worker takes 300 MB more), but"
                                    + " this machine has %d MB free; take fewer --hosts, or try all"
                                    + " the same by --any-memory")
                            .formatted(hosts, needed, freeMb));
        }
    }

    /**
     * Returns the memory that is available without swapping; the largest number where the system
     * does not say.
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
