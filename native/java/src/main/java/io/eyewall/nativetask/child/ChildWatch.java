package io.eyewall.nativetask.child;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that listens to one child: a byte means that there is something in its rings, the end
 * of its output that it has gone. It owns nothing else.
 */
final class ChildWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ChildWatch.class);

    private final Process process;
    private final Runnable waker;

    private boolean news; // under the monitor
    private volatile boolean ended;
    private volatile boolean quiet;

    /**
     * @param waker called by the thread
     */
    ChildWatch(Process process, Runnable waker) {
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
        try (InputStream told = process.getInputStream()) {
            while (told.read(bytes) > 0) {
                tell(false);
                wake();
            }
        } catch (IOException e) {
            // closed by close(), or broken: there is nothing more to hear
        }
        process.destroyForcibly();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true; // nobody has a reason to; the process is being killed
            }
        }
        tell(true);
        wake();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void wake() {
        if (quiet) {
            return;
        }
        try {
            waker.run();
        } catch (RuntimeException e) {
            LOG.warn("child {}: nobody could be told that it has something to say", process, e);
        }
    }

    /** From now on nobody wants to be called. */
    void quiet() {
        quiet = true;
    }

    private synchronized void tell(boolean end) {
        news = true;
        ended |= end;
        notifyAll();
    }

    /** Whether it has gone; what it had written before can be read. */
    boolean isEnded() {
        return ended;
    }

    /** Sleeps until there is news, or the time is over. */
    synchronized void await(long limitMs) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        while (!news && !ended) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
            if (leftMs <= 0) {
                return;
            }
            wait(leftMs);
        }
        news = false;
    }
}
