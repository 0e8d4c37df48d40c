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
 * A process that serves one task over two rings. One thread at a time; only its watch has a thread
 * of its own.
 *
 * <p>The child makes the rings' file under a name that it is given and says that it is ready; the
 * file is deleted at once, so that none is left however either ends. When this process ends, the
 * child's standard input does, and it goes.
 */
public final class ChildTask implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChildTask.class);

    /** Of either ring. More only helps a batch that is longer than it, in fewer parts. */
    private static final int CAPACITY = 1 << 20;

    private static final int MOST_IN_BATCH = 512 << 20;
    private static final int READY = 1;
    private static final long CLOSE_LIMIT_MS = 5000;

    private final Process process;
    private final OutputStream bell;
    private final ChildWatch watch;
    private final RingWriter writer;
    private final RingReader reader;

    /** Of a batch in several parts, of which all but the last have been read. */
    private ByteBuffer parts = ByteBuffer.allocate(0);

    private ChildTask(Process process, RingFile rings, ChildWatch watch) {
        this.process = process;
        this.bell = process.getOutputStream();
        this.watch = watch;
        this.writer = rings.toChild();
        this.reader = rings.fromChild();
    }

    /**
     * Starts a child, and waits until it has made its rings.
     *
     * @param name for its watch
     * @param waker called by a thread of ours when the child has said something, or has ended
     * @throws ChildStartException if it can't be started; then there is no process
     */
    public static ChildTask start(ChildCommand command, String name, Runnable waker) {
        Path file = RingFile.newName();
        Process process = process(command.builder(file, CAPACITY));
        boolean started = false;
        try {
            awaitReady(process, command);
            RingFile rings = RingFile.map(file, CAPACITY);
            Files.deleteIfExists(file);
            ChildWatch watch = new ChildWatch(process, waker);
            ChildTask child = new ChildTask(process, rings, watch);
            watch.start(name);
            started = true;
            return child;
        } catch (IOException e) { // mostly for want of memory or files
            throw new ChildStartException("cannot map its process's rings: " + e, true, e);
        } catch (OutOfMemoryError e) {
            throw orNoThread(e);
        } finally {
            if (!started) {
                process.destroyForcibly();
                deleteQuietly(file);
            }
        }
    }

    private static Process process(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new ChildStartException(
                    "cannot start its process: " + e.getMessage(), StartFailures.isPassing(e), e);
        } catch (OutOfMemoryError e) {
            throw orNoThread(e);
        }
    }

    /** Gives the exception for a thread that could not be started; throws any other error. */
    private static ChildStartException orNoThread(OutOfMemoryError e) {
        if (!StartFailures.isOfThreads(e)) {
            throw e;
        }
        return new ChildStartException("cannot start its process: " + e.getMessage(), true, e);
    }

    private static void awaitReady(Process process, ChildCommand command) throws IOException {
        int ready = process.getInputStream().read();
        if (ready == READY) {
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
                        + " instead of saying that it is ready; why is in this process's standard"
                        + " error",
                ready < 0 && !process.isAlive() && StartFailures.isPassing(process.exitValue()));
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("cannot delete {}: {}", file, e.toString());
        }
    }

    /**
     * Hands over as much of a batch as there is room for; the position says how much. A task that
     * has gone takes none.
     */
    public void write(ByteBuffer batch) {
        if (writer.write(batch)) {
            tell();
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
            gather(part);
            if (reader.isLast()) {
                return parts.flip();
            }
            release(); // of this part
        }
    }

    private void gather(ByteBuffer part) {
        if (parts.position() + part.remaining() > MOST_IN_BATCH) {
            throw new NativeTaskException(
                    "it said more than "
                            + MOST_IN_BATCH
                            + " bytes at once, which are not taken; emit less in one call");
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
            tell();
        }
    }

    private void tell() {
        try {
            bell.write(1);
            bell.flush();
        } catch (IOException e) {
            // it has gone, and its watch sees that
        }
    }

    /** Whether it has gone; what it has said before can still be polled. */
    public boolean isEnded() {
        return watch.isEnded();
    }

    /** How it ended, for a message: "ended with exit value 3". */
    public String end() {
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
     * Sleeps until the child has said something, made room, or ended, or the time is over. It may
     * return without any of that.
     */
    public void await(long limitMs) throws InterruptedException {
        if (!reader.announceWait() && !writer.announceWait()) {
            watch.await(limitMs);
        }
    }

    /** Ends it at once, even if it was stopped; {@link #close} is still to be called. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Ends it, with violence if it doesn't end by itself. */
    @Override
    public void close() {
        watch.quiet();
        try {
            bell.close();
        } catch (IOException e) {
            // it has gone
        }
        try {
            process.waitFor(watch.isEnded() ? 0 : CLOSE_LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
