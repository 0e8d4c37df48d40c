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
 * Separates the output of topologies inside this process: each topology's goes to its own log, by
 * the group of the thread that prints; that of all others to its former target. Any thread.
 */
public final class GuestOutput extends OutputStream {
    private static final Map<ThreadGroup, OutputStream> LOGS = new ConcurrentHashMap<>();
    private static boolean installed;

    private final PrintStream others;

    private GuestOutput(PrintStream others) {
        this.others = others;
    }

    /** From now on what threads of the group print is logged as the server says. */
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
        return new PrintStream(new GuestOutput(others), true, StandardCharsets.UTF_8);
    }

    /** There is no such topology any more; what threads of it still print goes nowhere. */
    public static void remove(ThreadGroup group) {
        OutputStream log = LOGS.put(group, OutputStream.nullOutputStream());
        if (log != null) {
            try {
                log.close();
            } catch (IOException e) {
                // The log loses what it had buffered.
            }
        }
        if (group.activeCount() == 0) {
            LOGS.remove(group);
        }
    }

    private static @Nullable OutputStream ofThisThread() {
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
        OutputStream log = ofThisThread();
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
