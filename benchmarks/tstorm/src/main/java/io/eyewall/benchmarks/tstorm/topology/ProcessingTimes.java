package io.eyewall.benchmarks.tstorm.topology;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the completions of a spout's messages to a file, a line for each: {@code a TIME MICROS}
 * for an acked one, {@code f TIME} for a failed one; time in milliseconds since 1970. Each spout
 * task has a file of its own. Used by one thread.
 */
final class ProcessingTimes {
    private static final long FLUSH_MS = 500;
    private static final int NS_PER_US = 1_000;

    private final BufferedWriter out;
    private long flushedMs;

    /**
     * Opens a task's file.
     *
     * @param folder an existing folder
     */
    ProcessingTimes(String folder, int task) {
        try {
            out =
                    Files.newBufferedWriter(
                            Path.of(folder, "times-" + task + "-" + System.nanoTime()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Records the ack of a message that was emitted at {@code emittedNs} by {@link
     * System#nanoTime}.
     */
    void acked(long emittedNs) {
        long nowMs = System.currentTimeMillis();
        line("a " + nowMs + " " + (System.nanoTime() - emittedNs) / NS_PER_US, nowMs);
    }

    /** Records the failure of a message. */
    void failed() {
        long nowMs = System.currentTimeMillis();
        line("f " + nowMs, nowMs);
    }

    private void line(String line, long nowMs) {
        try {
            out.write(line);
            out.write('\n');
            if (nowMs - flushedMs >= FLUSH_MS) {
                out.flush();
                flushedMs = nowMs;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
