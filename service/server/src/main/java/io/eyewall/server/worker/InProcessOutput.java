package io.eyewall.server.worker;

import io.eyewall.server.store.Launch;
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
    private static final Map<ThreadGroup, OutputStream> LOGS = new ConcurrentHashMap<>();
    private static boolean installed;

    private final PrintStream others;

    private InProcessOutput(PrintStream others) {
        this.others = others;
    }

    /** Directs the output of a thread group to a log from now on, as the launch parameters say. */
    public static synchronized void add(ThreadGroup group, Launch launch) {
        LOGS.put(
                group,
                new RotatingLog(
                        Path.of(launch.logFolder()).resolve(WorkerOutput.LOG),
                        launch.logBytes(),
                        launch.logFiles()));
        if (!installed) {
            System.setOut(stream(System.out));
            System.setErr(stream(System.err));
            installed = true;
        }
    }

    private static PrintStream stream(PrintStream others) {
        return new PrintStream(new InProcessOutput(others), true, StandardCharsets.UTF_8);
    }

    /** Closes the log of a topology that is over; later output of its threads is discarded. */
    public static void remove(ThreadGroup group) {
        OutputStream log = LOGS.put(group, OutputStream.nullOutputStream());
        if (log != null) {
            try {
                log.close();
            } catch (IOException e) {
                // Buffered output is lost.
            }
        }
        if (group.activeCount() == 0) {
            LOGS.remove(group);
        }
    }

    private static @Nullable OutputStream logOfThisThread() {
        for (ThreadGroup group = Thread.currentThread().getThreadGroup();
                group != null;
                group = group.getParent()) {
            OutputStream log = LOGS.get(group);
            if (log != null) {
                return log;
            }
        }
        return null;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        OutputStream log = logOfThisThread();
        if (log == null) {
            others.write(bytes, offset, length);
        } else {
            log.write(bytes, offset, length);
        }
    }

    @Override
    public void flush() {
        others.flush();
    }
}
