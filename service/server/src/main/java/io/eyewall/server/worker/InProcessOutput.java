package io.eyewall.server.worker;

import io.eyewall.server.store.LaunchParameters;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Separates the output of topologies that run inside this process: output of a topology's thread
 * group goes to the topology's log, all other output to the original stream. Any thread may call.
 */
public final class InProcessOutput extends OutputStream {
    private static final Map<ThreadGroup, OutputStream> LOG_BY_GROUP = new ConcurrentHashMap<>();
    private static boolean installed;

    private final PrintStream original;

    private InProcessOutput(PrintStream original) {
        this.original = original;
    }

    /** Directs the output of a thread group to a log from now on, as the launch parameters say. */
    public static synchronized void redirect(ThreadGroup group, LaunchParameters launch) {
        LOG_BY_GROUP.put(
                group,
                new RotatingLog(
                        Path.of(launch.logFolder()).resolve(WorkerOutput.LOG),
                        launch.logBytes(),
                        launch.logFiles()));
        if (!installed) {
            System.setOut(separating(System.out));
            System.setErr(separating(System.err));
            installed = true;
        }
    }

    private static PrintStream separating(PrintStream original) {
        return new PrintStream(new InProcessOutput(original), true, StandardCharsets.UTF_8);
    }

    /** Closes the log of a topology that is over; later output of its threads is discarded. */
    public static void endRedirection(ThreadGroup group) {
        OutputStream log = LOG_BY_GROUP.put(group, OutputStream.nullOutputStream());
        if (log != null) {
            try {
                log.close();
            } catch (IOException e) {
                // Buffered output is lost.
            }
        }
        if (group.activeCount() == 0) {
            LOG_BY_GROUP.remove(group);
        }
    }

    private static @Nullable OutputStream logOfThisThread() {
        for (ThreadGroup group = Thread.currentThread().getThreadGroup();
                group != null;
                group = group.getParent()) {
            OutputStream log = LOG_BY_GROUP.get(group);
            if (log != null) {
                return log;
            }
        }
        return null;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        OutputStream log = logOfThisThread();
        if (log == null) {
            original.write(bytes, offset, length);
        } else {
            log.write(bytes, offset, length);
        }
    }

    @Override
    public void flush() {
        original.flush();
    }
}
