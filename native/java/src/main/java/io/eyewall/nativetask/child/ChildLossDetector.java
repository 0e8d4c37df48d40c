package io.eyewall.nativetask.child;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that reads the standard output of one child. A byte means that the rings have changed;
 * the end of the output means that the child has ended. The thread owns nothing else.
 */
final class ChildLossDetector {
    private static final Logger LOG = LoggerFactory.getLogger(ChildLossDetector.class);

    private final Process process;
    private final Runnable waker;

    private boolean signaled; // guarded by this
    private volatile boolean ended;
    private volatile boolean muted;

    /**
     * @param process the child
     * @param waker called on the detector's thread
     */
    ChildLossDetector(Process process, Runnable waker) {
        this.process = process;
        this.waker = waker;
    }

    void start(String name) {
        Thread thread = new Thread(this::run, "eyewall-child-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        byte[] bytes = new byte[4096];
        try (InputStream output = process.getInputStream()) {
            while (output.read(bytes) > 0) {
                signal(false);
                wake();
            }
        } catch (IOException e) {
            // the stream was closed or is broken: no more output will come
        }
        process.destroyForcibly();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true; // unexpected; keep waiting, for the process is being killed
            }
        }
        signal(true);
        wake();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void wake() {
        if (muted) {
            return;
        }
        try {
            waker.run();
        } catch (RuntimeException e) {
            LOG.warn(
                    "child {}: cannot wake up its task, which reads the output at its next call",
                    process,
                    e);
        }
    }

    /** Stops the calls of the waker. */
    void mute() {
        muted = true;
    }

    private synchronized void signal(boolean end) {
        signaled = true;
        ended |= end;
        notifyAll();
    }

    /** Returns whether the child has ended; its earlier output can still be read. */
    boolean isEnded() {
        return ended;
    }

    /** Blocks until the rings have changed, the child has ended, or the limit is reached. */
    synchronized void await(long limitMs) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        while (!signaled && !ended) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
            if (leftMs <= 0) {
                return;
            }
            wait(leftMs);
        }
        signaled = false;
    }
}
