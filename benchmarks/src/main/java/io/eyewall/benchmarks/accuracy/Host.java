package io.eyewall.benchmarks.accuracy;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Processor time of the machine until now, as Linux counts it.
 *
 * @param atNs the present time
 * @param ownNs processor time of this process
 * @param allNs processor time of all processes, including this one
 * @param stolenNs time for which the host withheld the machine's processors
 */
record Host(long atNs, long ownNs, long allNs, long stolenNs) {
    private static final long TICK_NS = 10_000_000;
    private static final int STEAL = 8;

    /** Reads the times; without {@code /proc/stat}, other processes are assumed to be idle. */
    static Host now() {
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long own = system.getProcessCpuTime();
        try {
            String[] fields = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +", -1);
            long all = 0;
            for (int busy : List.of(1, 2, 3, 6, 7)) { // user, nice, system, irq, softirq
                all += Long.parseLong(fields[busy]) * TICK_NS;
            }
            return new Host(System.nanoTime(), own, all, Long.parseLong(fields[STEAL]) * TICK_NS);
        } catch (IOException e) {
            return new Host(System.nanoTime(), own, own, 0);
        }
    }

    /** Returns the processor time of this process since then, in cores. */
    double ownSince(Host before) {
        return (double) (ownNs - before.ownNs) / (atNs - before.atNs);
    }

    /** Returns the processor time taken by other processes and by the host since then, in cores. */
    double takenSince(Host before) {
        double others = (allNs - before.allNs) - (ownNs - before.ownNs);
        return (Math.max(0, others) + stolenNs - before.stolenNs) / (atNs - before.atNs);
    }
}
