package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The interruption of an executor's call that waits on its callers' stack, or for one that did: the
 * watcher begins it, the thread that is interrupted asks for it, the executor's core ends it. What
 * the call throws because of it is no failure of the topology: its tuple is failed, so that its
 * message is replayed.
 */
final class Interruption {
    private static final Logger LOG = LoggerFactory.getLogger(Interruption.class);
    private static final int MOST_CAUSES = 20;

    private final Executor executor;

    /** The thread whose call was interrupted, until it is back; or null. */
    private volatile @Nullable Thread interrupted;

    /** The thread that was interrupted in a call of others, and may have just returned from it. */
    private volatile @Nullable Thread near;

    Interruption(Executor executor) {
        this.executor = executor;
    }

    /** Interrupts the executor's call, if it still lasts. The watcher. */
    void begin(Thread thread, List<Tasklet> callers, long elapsedNs) {
        interrupted = thread;
        if (executor.userCode().isAwayOn(thread)) {
            LOG.warn(
                    "{}{} is interrupted after {} ms: the tuple in hand is failed, so that a tracked"
                            + " message is replayed and any other is lost; the executor gets a"
                            + " thread of its own",
                    executor,
                    callers.isEmpty() ? "" : ", called directly on the stack of " + callers + ",",
                    TimeUnit.NANOSECONDS.toMillis(elapsedNs));
            thread.interrupt();
        }
    }

    /** That thread is about to be interrupted in another executor's call. The watcher. */
    void isNear(Thread thread) {
        near = thread;
    }

    /** Whether the calling thread's call of the executor was interrupted. */
    boolean isHere() {
        return interrupted == Thread.currentThread();
    }

    /** Whether the calling thread has thrown because of it. */
    boolean hasThrown(Throwable thrown) {
        if (isHere() && thrown instanceof Exception) {
            return true; // code that is interrupted may throw anything
        }
        return (isHere() || near == Thread.currentThread()) && isInterrupt(thrown);
    }

    /**
     * The thread is back. On the core.
     *
     * @return whether its call was interrupted
     */
    boolean end() {
        boolean was = interrupted != null;
        interrupted = null;
        near = null;
        return was;
    }

    /** Whether an exception comes of an interrupt. */
    private static boolean isInterrupt(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof InterruptedException
                    || cause instanceof ClosedByInterruptException) {
                return true;
            }
            try {
                cause = cause.getCause();
            } catch (Throwable userCode) {
                return false;
            }
        }
        return false;
    }
}
