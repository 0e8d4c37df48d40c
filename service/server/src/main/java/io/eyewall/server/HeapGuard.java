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
 * Ends the process of a server that runs topologies inside it when they exhaust its heap. The heap
 * counts as exhausted when an {@link OutOfMemoryError} has ended a thread, because the thread's
 * work is then lost (Storm's workers end in this case, too: utils/Utils.java,
 * handleUncaughtException), and when a small object could not be allocated for ten seconds. A
 * server that works only partly would be worse than none: the service manager starts the next
 * server, which starts all topologies again. This class allocates nothing on the way to the exit.
 */
public final class HeapGuard {
    /** The exit code of the process. */
    public static final int EXIT_CODE = 1;

    /** The size of the object whose allocation the guard tries. */
    private static final int PROBE_BYTES = 256 << 10;

    /** The number of failed allocations in a row, one in each period, that ends the process. */
    private static final int MAX_FAILURES = 10;

    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);

    private final FileOutputStream standardError = new FileOutputStream(FileDescriptor.err);
    private final byte[] message =
            ("eyewall: the heap of %d MB is exhausted by the topologies inside this server, which"
                            + " ends. The next one starts them all again; give it more memory, or"
                            + " start it without --in-process.\n")
                    .formatted(Runtime.getRuntime().maxMemory() >> 20)
                    .getBytes(StandardCharsets.UTF_8);
    private final SupervisedThread thread = new SupervisedThread("eyewall-heap", this::checkHeap);
    private int failuresInARow;

    @SuppressWarnings("UnusedVariable") // so that the compiler keeps the allocation
    private volatile byte @Nullable [] probe;

    private HeapGuard() {}

    /** Installs the guard for the rest of the process' life. */
    public static void install() {
        HeapGuard guard = new HeapGuard();
        Thread.setDefaultUncaughtExceptionHandler(guard::endIfOutOfMemory);
        guard.thread.start();
    }

    private void endIfOutOfMemory(Thread ended, Throwable thrown) {
        if (thrown instanceof OutOfMemoryError) {
            endProcess();
        }
        System.err.print("Exception in thread \"" + ended.getName() + "\" ");
        thrown.printStackTrace();
    }

    private boolean checkHeap() {
        LockSupport.parkNanos(this, PERIOD_NS);
        try {
            probe = new byte[PROBE_BYTES];
            failuresInARow = 0;
        } catch (OutOfMemoryError e) {
            failuresInARow++;
            if (failuresInARow == MAX_FAILURES) {
                endProcess();
            }
        } finally {
            probe = null;
        }
        return true;
    }

    private void endProcess() {
        try {
            standardError.write(message);
        } catch (IOException | OutOfMemoryError e) {
            // Standard error is closed; the exit code remains.
        } finally {
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
