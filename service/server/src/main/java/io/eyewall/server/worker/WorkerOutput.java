package io.eyewall.server.worker;

import io.eyewall.control.log.LogSource;
import io.eyewall.control.log.RotatedLog;
import io.eyewall.server.store.LaunchParameters;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Directs a worker's output: {@code worker.log} gets what is printed to System.out and System.err
 * and logged, {@code jvm.log} what the JVM and child processes write to the process' own streams.
 * Both are limited in size.
 */
public final class WorkerOutput {
    static final String LOG = "worker.log";
    private static final String JVM_LOG = "jvm.log";

    private final Path jvmLog;
    private final long maxBytes;

    private WorkerOutput(Path jvmLog, long maxBytes) {
        this.jvmLog = jvmLog;
        this.maxBytes = maxBytes;
    }

    /** Returns the file for the process' own output. */
    public static Path jvmLog(Path folder) {
        return folder.resolve(JVM_LOG);
    }

    /**
     * Returns the log for its readers.
     *
     * @param folder the log's folder
     * @param rotatedFiles largest number of rotated files
     */
    public static LogSource logSource(Path folder, int rotatedFiles) {
        return new RotatedLog(folder.resolve(LOG), rotatedFiles);
    }

    /**
     * Redirects {@code System.out} and {@code System.err} to the log. Must be called before the
     * first logger is made.
     */
    static WorkerOutput install(LaunchParameters launch) {
        Path folder = Path.of(launch.logFolder());
        RotatingLog log =
                new RotatingLog(folder.resolve(LOG), launch.logBytes(), launch.logFiles());
        PrintStream stream = new PrintStream(log, true, StandardCharsets.UTF_8);
        System.setOut(stream);
        System.setErr(stream);
        return new WorkerOutput(jvmLog(folder), launch.logBytes());
    }

    /**
     * Truncates {@code jvm.log} when it is too large; its writers append. To be called
     * periodically.
     */
    void truncateJvmLog() {
        try {
            if (Files.exists(jvmLog) && Files.size(jvmLog) > maxBytes) {
                try (FileChannel channel = FileChannel.open(jvmLog, StandardOpenOption.WRITE)) {
                    channel.truncate(0);
                }
            }
        } catch (IOException e) {
            // The next call tries again.
        }
    }
}
