package io.eyewall.benchmarks.scenario.child;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Measures this process. Stateless; the figures from {@code /proc} exist on Linux only. */
public final class ProcessGauge {
    private static final Path STATUS = Path.of("/proc/self/status");

    private static final Path MACHINE = Path.of("/proc/stat");
    private static final int IDLE_COLUMN = 4;
    private static final int IO_WAIT_COLUMN = 5;
    private static final int LAST_CPU_COLUMN = 8;

    /** Linux reports CPU times to processes in ticks of 10 ms, whatever it uses internally. */
    private static final long NS_PER_TICK = 10_000_000;

    private ProcessGauge() {}

    /** Returns the CPU time of all threads since the process started. */
    public static long cpuNs() {
        OperatingSystemMXBean system =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpuNs = system.getProcessCpuTime();
        if (cpuNs < 0) {
            throw new IllegalStateException(
                    "this JVM does not tell its CPU time; run the benchmarks on one that does");
        }
        return cpuNs;
    }

    /**
     * Returns the CPU time of all processes since the machine started, stolen time included; -1 if
     * unknown.
     */
    public static long machineCpuNs() throws IOException {
        if (!Files.isReadable(MACHINE)) {
            return -1;
        }
        // cpu user nice system idle iowait irq softirq steal ..., in ticks
        String[] columns = Files.readAllLines(MACHINE).get(0).split(" +");
        long ticks = 0;
        for (int column = 1; column <= LAST_CPU_COLUMN; column++) {
            if (column != IDLE_COLUMN && column != IO_WAIT_COLUMN) {
                ticks += Long.parseLong(columns[column]);
            }
        }
        return ticks * NS_PER_TICK;
    }

    /** Returns the number of live Java threads. */
    static int javaThreads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** Returns the number of collections so far. */
    static long gcCount() {
        return collectors().stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    }

    /** Returns the time of the collections so far. */
    static long gcMs() {
        return collectors().stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
    }

    /** Returns the names of the collectors in use. */
    static List<String> collectorNames() {
        return collectors().stream().map(GarbageCollectorMXBean::getName).toList();
    }

    /** Returns the version and vendor of this JVM. */
    static String javaVersion() {
        return System.getProperty("java.runtime.version")
                + " ("
                + System.getProperty("java.vm.vendor")
                + ")";
    }

    /**
     * Returns a number from {@code /proc/self/status}, such as {@code VmRSS} in KiB; -1 if it is
     * missing.
     */
    static long status(String key) throws IOException {
        if (!Files.isReadable(STATUS)) {
            return -1;
        }
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith(key + ":")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return -1;
    }

    private static List<GarbageCollectorMXBean> collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans();
    }
}
