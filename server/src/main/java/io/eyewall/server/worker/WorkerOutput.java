package io.eyewall.server.worker;

import io.eyewall.control.log.LogSource;
import io.eyewall.control.log.RotatedLog;
import io.eyewall.server.store.Launch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Directs a worker's output: {@code worker.log} has what is printed and logged, {@code jvm.log}
 * what the JVM and child processes write past that. Neither grows without bound.
 */
public final class WorkerOutput {
    static final String LOG = "worker.log";
    private static final String JVM_LOG = "jvm.log";

    private final Path jvmLog;
    private final long mostBytes;

    private WorkerOutput(Path jvmLog, long mostBytes) {
        this.jvmLog = jvmLog;
        this.mostBytes = mostBytes;
    }

    /** Returns the file for the output of the process itself. */
    public static Path jvmLog(Path folder) {
        return folder.resolve(JVM_LOG);
    }

    /**
     * Returns the log for its readers.
     *
     * @param folder of the log
     * @param kept how many full files there are at most
     */
    public static LogSource log(Path folder, int kept) {
        return new RotatedLog(folder.resolve(LOG), kept);
    }

    /** Takes {@code System.out} and {@code System.err}; to be called before the first logger. */
    static WorkerOutput install(Launch launch) {
        Path folder = Path.of(launch.logFolder());
        RotatingLog log =
                new RotatingLog(folder.resolve(LOG), launch.logBytes(), launch.logFiles());
        PrintStream stream = new PrintStream(log, true, StandardCharsets.UTF_8);
        System.setOut(stream);
        System.setErr(stream);
        return new WorkerOutput(jvmLog(folder), launch.logBytes());
    }

    /** Empties what nobody rotates; whoever writes there appends. To be called now and then. */
    void tidy() {
        try {
            if (Files.exists(jvmLog) && Files.size(jvmLog) > mostBytes) {
                try (FileChannel channel = FileChannel.open(jvmLog, StandardOpenOption.WRITE)) {
                    channel.truncate(0);
                }
            }
        } catch (IOException e) {
            // The next time may be better.
        }
    }
}
