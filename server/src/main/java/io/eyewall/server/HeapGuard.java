package io.eyewall.server;

import io.eyewall.engine.thread.SupervisedThread;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process of a server that has topologies inside when they leave it no memory: when an
 * {@link OutOfMemoryError} has ended a thread, of which nobody knows what it was to do (Storm's
 * workers end then, too: utils/Utils.java, handleUncaughtException), and when there has been no
 * room for a small object for ten seconds. Half a server would be worse than none: whoever looks
 * after it starts the next one, which starts all topologies again. None of this allocates.
 */
public final class HeapGuard {
    /** How the process ends. */
    public static final int EXIT_CODE = 1;

    private static final int PROBE_BYTES = 256 << 10;
    private static final int MOST_FAILURES = 10;
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);

    private final FileOutputStream err = new FileOutputStream(FileDescriptor.err);
    private final byte[] message =
            ("eyewall: the heap of %d MB is exhausted by the topologies inside this server, which"
                            + " ends. The next one starts them all again; give it more memory, or"
                            + " start it without --in-process.\n")
                    .formatted(Runtime.getRuntime().maxMemory() >> 20)
                    .getBytes(StandardCharsets.UTF_8);
    private final SupervisedThread thread = new SupervisedThread("eyewall-heap", this::look);
    private int failures;

    @SuppressWarnings("UnusedVariable") // so that the compiler keeps the allocation
    private volatile byte @Nullable [] probe;

    private HeapGuard() {}

    /** From now on, for the life of the process. */
    public static void install() {
        HeapGuard guard = new HeapGuard();
        Thread.setDefaultUncaughtExceptionHandler(guard::onUncaught);
        guard.thread.start();
    }

    private void onUncaught(Thread ended, Throwable thrown) {
        if (thrown instanceof OutOfMemoryError) {
            end();
        }
        System.err.print("Exception in thread \"" + ended.getName() + "\" ");
        thrown.printStackTrace();
    }

    private boolean look() {
        LockSupport.parkNanos(this, PERIOD_NS);
        try {
            probe = new byte[PROBE_BYTES];
            failures = 0;
        } catch (OutOfMemoryError noRoom) {
            failures++;
            if (failures == MOST_FAILURES) {
                end();
            }
        } finally {
            probe = null;
        }
        return true;
    }

    private void end() {
        try {
            err.write(message);
        } catch (IOException | OutOfMemoryError e) {
            // Nobody listens: the exit code says it.
        } finally {
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
