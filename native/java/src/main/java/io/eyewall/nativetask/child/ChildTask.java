package io.eyewall.nativetask.child;

import io.eyewall.nativetask.NativeTaskException;
import io.eyewall.nativetask.ring.RingFile;
import io.eyewall.nativetask.ring.RingReader;
import io.eyewall.nativetask.ring.RingWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A child process that runs one task and exchanges batches with it over two rings. Confined to one
 * thread at a time; only its {@link ChildLossDetector} has another thread.
 *
 * <p>The child creates the ring file under the given name and reports that it is ready. This side
 * maps the file and deletes it immediately, so that no file remains however either process ends.
 * When this process ends, the child's standard input reaches its end, and the child exits.
 */
public final class ChildTask implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChildTask.class);

    /**
     * Capacity of each ring in bytes. A larger ring would only reduce the parts of batches that
     * exceed it.
     */
    private static final int RING_BYTES = 1 << 20;

    private static final int MAX_BATCH_BYTES = 512 << 20;
    private static final int READY_BYTE = 1;
    private static final long CLOSE_LIMIT_MS = 5000;

    private final Process process;
    private final OutputStream bell;
    private final ChildLossDetector lossDetector;
    private final RingWriter writer;
    private final RingReader reader;

    /** Parts read so far of a batch in several parts. */
    private ByteBuffer parts = ByteBuffer.allocate(0);

    private ChildTask(Process process, RingFile rings, ChildLossDetector lossDetector) {
        this.process = process;
        this.bell = process.getOutputStream();
        this.lossDetector = lossDetector;
        this.writer = rings.toChild();
        this.reader = rings.fromChild();
    }

    /**
     * Starts a child, and waits until it has created its rings.
     *
     * @param name suffix of the name of the detector's thread
     * @param waker called on the detector's thread when the child has output or has ended
     * @throws ChildStartException if the child cannot be started; no process remains
     */
    public static ChildTask start(ChildCommand command, String name, Runnable waker) {
        Path file = RingFile.newName();
        Process process = startProcess(command.builder(file, RING_BYTES));
        boolean started = false;
        try {
            awaitReady(process, command);
            RingFile rings = RingFile.map(file, RING_BYTES);
            Files.deleteIfExists(file);
            ChildLossDetector lossDetector = new ChildLossDetector(process, waker);
            ChildTask child = new ChildTask(process, rings, lossDetector);
            lossDetector.start(name);
            started = true;
            return child;
        } catch (IOException e) { // usually out of memory or file descriptors
            throw new ChildStartException("cannot map the rings of its process: " + e, true, e);
        } catch (OutOfMemoryError e) {
            throw threadFailureOrThrow(e);
        } finally {
            if (!started) {
                process.destroyForcibly();
                deleteQuietly(file);
            }
        }
    }

    private static Process startProcess(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new ChildStartException(
                    "cannot start its process: " + e.getMessage(), StartFailures.isTransient(e), e);
        } catch (OutOfMemoryError e) {
            throw threadFailureOrThrow(e);
        }
    }

    /** Returns the exception for a thread that could not be started; rethrows any other error. */
    private static ChildStartException threadFailureOrThrow(OutOfMemoryError e) {
        if (!StartFailures.isThreadStartFailure(e)) {
            throw e;
        }
        return new ChildStartException("cannot start its process: " + e.getMessage(), true, e);
    }

    private static void awaitReady(Process process, ChildCommand command) throws IOException {
        int ready = process.getInputStream().read();
        if (ready == READY_BYTE) {
            return;
        }
        if (ready >= 0) {
            process.destroyForcibly();
        }
        String end =
                ready < 0
                        ? describeEnd(process)
                        : "wrote byte " + ready + " to its standard output";
        throw new ChildStartException(
                "its process "
                        + String.join(" ", command.program())
                        + " "
                        + end
                        + " before it was ready; see this process's standard error for the"
                        + " reason",
                ready < 0 && !process.isAlive() && StartFailures.isTransient(process.exitValue()));
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("cannot delete {}: {}", file, e.toString());
        }
    }

    /**
     * Writes as much of a batch as the ring has room for, and advances the batch's position by that
     * much. The ring of an ended child is never emptied.
     */
    public void write(ByteBuffer batch) {
        if (writer.write(batch)) {
            ringBell();
        }
    }

    /** Returns the child's output: a whole batch, until {@link #release}; null if there is none. */
    public @Nullable ByteBuffer poll() {
        for (; ; ) {
            ByteBuffer part = reader.next();
            if (part == null) {
                if (reader.announceWait()) {
                    continue;
                }
                return null;
            }
            if (reader.isLast() && parts.position() == 0) {
                return part;
            }
            appendPart(part);
            if (reader.isLast()) {
                return parts.flip();
            }
            release(); // only this part, not the batch
        }
    }

    private void appendPart(ByteBuffer part) {
        if (parts.position() + part.remaining() > MAX_BATCH_BYTES) {
            throw new NativeTaskException(
                    "its output exceeds "
                            + MAX_BATCH_BYTES
                            + " bytes in one batch; emit less in one call");
        }
        if (parts.remaining() < part.remaining()) {
            parts =
                    ByteBuffer.allocate(2 * (parts.position() + part.remaining()))
                            .put(parts.flip());
        }
        parts.put(part);
    }

    /** Releases the batch of {@link #poll}. */
    public void release() {
        if (reader.isLast()) {
            parts.clear();
        }
        if (reader.release()) {
            ringBell();
        }
    }

    private void ringBell() {
        try {
            bell.write(1);
            bell.flush();
        } catch (IOException e) {
            // the child has ended; the detector reports that
        }
    }

    /** Returns whether the child has ended; its earlier output can still be polled. */
    public boolean isEnded() {
        return lossDetector.isEnded();
    }

    /** Describes for messages how the child ended, such as "ended with exit value 3". */
    public String describeEnd() {
        return describeEnd(process);
    }

    private static String describeEnd(Process process) {
        try {
            if (!process.waitFor(CLOSE_LIMIT_MS, TimeUnit.MILLISECONDS)) {
                return "closed its standard output";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "closed its standard output";
        }
        int value = process.exitValue();
        return value > 128
                ? "was killed by signal " + (value - 128)
                : "ended with exit value " + value;
    }

    /**
     * Blocks until the child has written output, made room or ended, or until the time is over. It
     * may also return spuriously.
     */
    public void await(long limitMs) throws InterruptedException {
        if (!reader.announceWait() && !writer.announceWait()) {
            lossDetector.await(limitMs);
        }
    }

    /**
     * Kills the child immediately, even one suspended by a signal; {@link #close} must still be
     * called.
     */
    public void kill() {
        process.destroyForcibly();
    }

    /** Closes the child's input, and kills the child if it does not exit within 5 s. */
    @Override
    public void close() {
        lossDetector.mute();
        try {
            bell.close();
        } catch (IOException e) {
            // the child has ended

        }
        try {
            process.waitFor(lossDetector.isEnded() ? 0 : CLOSE_LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
