package io.eyewall.benchmarks.scenario.runner;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The machine, JVM, commit and protocol of a run, without which its numbers mean nothing.
 *
 * @param startedAt start time, in UTC
 * @param cpu model of the processor
 * @param cores processors that the JVM may use
 * @param memoryMib physical memory in MiB
 * @param operatingSystem name, version, architecture
 * @param loadAverage load of the machine by other processes before the run; -1 if unknown
 * @param java path and version of the measured JVM
 * @param jvmArguments arguments of the measured JVM
 * @param commit commit of this repository, with the suffix "-dirty" if files differ from it
 * @param warmupMs length of the warm-up
 * @param windowMs length of the window
 * @param rounds number of rounds
 */
public record Environment(
        String startedAt,
        String cpu,
        int cores,
        long memoryMib,
        String operatingSystem,
        double loadAverage,
        String java,
        List<String> jvmArguments,
        String commit,
        long warmupMs,
        long windowMs,
        int rounds) {

    private static final String UNKNOWN = "unknown";
    private static final long COMMAND_LIMIT_SEC = 30;

    /**
     * Inspects the machine; unknown values are "unknown" or -1.
     *
     * @param repository a directory in the repository whose commit is recorded
     */
    public static Environment capture(RunPlan plan, Path repository) throws InterruptedException {
        return capture(
                plan.jvm().java(),
                plan.jvm().arguments(),
                plan.warmupMs(),
                plan.windowMs(),
                plan.rounds(),
                repository);
    }

    /**
     * Returns the environment of one measurement in this JVM, without a warm-up.
     *
     * @param repository a directory in the repository whose commit is recorded
     */
    public static Environment ofThisJvm(long windowMs, Path repository)
            throws InterruptedException {
        return capture(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                0,
                windowMs,
                1,
                repository);
    }

    private static Environment capture(
            String java,
            List<String> jvmArguments,
            long warmupMs,
            long windowMs,
            int rounds,
            Path repository)
            throws InterruptedException {
        return new Environment(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                procField("/proc/cpuinfo", "model name"),
                Runtime.getRuntime().availableProcessors(),
                readMemoryMib(),
                System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.version")
                        + " "
                        + System.getProperty("os.arch"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                readJavaVersion(java),
                jvmArguments,
                readCommit(repository),
                warmupMs,
                windowMs,
                rounds);
    }

    /** Returns several lines of text for people. */
    public String describe() {
        return describeMachine()
                + String.format(
                        Locale.ROOT,
                        "%n%s; warm-up %.1f s, window %.1f s, %d rounds, a fresh JVM each",
                        String.join(" ", jvmArguments),
                        warmupMs / 1e3,
                        windowMs / 1e3,
                        rounds);
    }

    /** Returns the lines that do not depend on the protocol. */
    public String describeMachine() {
        return String.format(
                Locale.ROOT,
                "%s, commit %s%n%s, %d cores, %d MiB, %s, load before %.2f%n%s",
                startedAt,
                commit,
                cpu,
                cores,
                memoryMib,
                operatingSystem,
                loadAverage,
                java);
    }

    private static String readJavaVersion(String java) throws InterruptedException {
        String lines = output(List.of(java, "-version"));
        return java + ": " + lines.lines().skip(1).findFirst().orElse(UNKNOWN);
    }

    private static String readCommit(Path repository) throws InterruptedException {
        String directory = repository.toString();
        String commit = output(List.of("git", "-C", directory, "rev-parse", "HEAD"));
        if (!commit.matches("[0-9a-f]{40,}")) {
            return UNKNOWN;
        }
        String changes =
                output(
                        List.of(
                                "git",
                                "-C",
                                directory,
                                "status",
                                "--porcelain",
                                "--untracked-files=no"));
        return changes.isEmpty() ? commit : commit + "-dirty";
    }

    private static long readMemoryMib() {
        String kib = procField("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", "");
        return kib.isEmpty() ? -1 : Long.parseLong(kib) / 1024;
    }

    private static String procField(String file, String key) {
        try {
            for (String line : Files.readAllLines(Path.of(file))) {
                if (line.startsWith(key)) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException e) {
            return UNKNOWN; // not Linux
        }
        return UNKNOWN;
    }

    /** Returns the output of a short command; an empty text if it cannot be started. */
    private static String output(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            byte[] printed = process.getInputStream().readAllBytes();
            process.waitFor(COMMAND_LIMIT_SEC, TimeUnit.SECONDS);
            return new String(printed, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
