package io.eyewall.plugin.monitor;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processor time of this JVM, and of the host according to {@code /proc/stat}, which in a container
 * shows the whole machine. Without that file the host's time is unknown.
 */
final class JvmProcessorTimes implements ProcessorTimes {
    private static final Path STAT = Path.of("/proc/stat");

    /** Nanoseconds per tick: {@code USER_HZ} is 100 on all Linux platforms that Java supports. */
    private static final long NS_PER_TICK = 10_000_000;

    // The columns of the line "cpu": cpu user nice system idle iowait irq softirq steal ...
    private static final int SYSTEM_COLUMN = 3;
    private static final int IRQ_COLUMN = 6;
    private static final int SOFT_IRQ_COLUMN = 7;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    private final Path stat;

    JvmProcessorTimes() {
        this(STAT);
    }

    JvmProcessorTimes(Path stat) {
        this.stat = stat;
    }

    @Override
    public long threadNs(Thread thread) {
        return threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
                ? threads.getThreadCpuTime(thread.getId())
                : -1;
    }

    @Override
    public long processNs() {
        return system instanceof com.sun.management.OperatingSystemMXBean known
                ? known.getProcessCpuTime()
                : -1;
    }

    @Override
    public long hostNs() {
        try (BufferedReader reader = Files.newBufferedReader(stat, StandardCharsets.US_ASCII)) {
            String line = reader.readLine();
            String[] words = line == null ? new String[0] : line.split(" +");
            if (words.length <= SOFT_IRQ_COLUMN || !words[0].equals("cpu")) {
                return -1;
            }
            long ticks = Long.parseLong(words[IRQ_COLUMN]) + Long.parseLong(words[SOFT_IRQ_COLUMN]);
            // user (which contains the time of guests), nice and system
            for (int i = 1; i <= SYSTEM_COLUMN; i++) {
                ticks += Long.parseLong(words[i]);
            }
            return ticks * NS_PER_TICK;
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public int hostProcessors() {
        try (BufferedReader reader = Files.newBufferedReader(stat, StandardCharsets.US_ASCII)) {
            long count = reader.lines().filter(line -> line.matches("cpu\\d+ .*")).count();
            if (count > 0) {
                return (int) count;
            }
        } catch (IOException | RuntimeException e) {
            // counted by the JVM, as without the file
        }
        return Math.max(1, system.getAvailableProcessors());
    }
}
