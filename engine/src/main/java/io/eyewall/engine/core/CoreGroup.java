package io.eyewall.engine.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cores of an engine with their threads and the watcher. Any thread may call its methods. */
public final class CoreGroup implements Standstill {
    private static final Logger LOG = LoggerFactory.getLogger(CoreGroup.class);
    private static final long GO_ON_MS = 2;

    private final List<Core> cores;
    private final long idleSpinNs;
    private final long stackBytes;
    private final BiConsumer<Core, Throwable> onDefect;
    private final CoreThread[] threads;
    private final AtomicInteger replacements = new AtomicInteger();
    private final Watcher watcher;
    private final Thread watcherThread;
    private final Object standstill = new Object();
    private boolean stopping;

    /**
     * @param cores linked to one another, driven by nobody
     * @param idleSpinNs how long a core looks for work before its thread sleeps
     * @param stackBytes of each core's thread; see {@link CoreStack}
     * @param blockingThresholdNs longest call into user code before a core changes hands; 0 = never
     * @param onDefect told of an exception of the engine itself
     */
    public CoreGroup(
            List<Core> cores,
            long idleSpinNs,
            long stackBytes,
            long blockingThresholdNs,
            BiConsumer<Core, Throwable> onDefect) {
        this.cores = List.copyOf(cores);
        this.idleSpinNs = idleSpinNs;
        this.stackBytes = stackBytes;
        this.onDefect = onDefect;
        this.threads = new CoreThread[cores.size()];
        this.watcher = new Watcher(this, blockingThresholdNs);
        this.watcherThread =
                blockingThresholdNs == 0 ? null : new Thread(watcher, "eyewall-watcher");
    }

    /** Starts all threads. */
    public void start() {
        for (Core core : cores) {
            drive(core, "eyewall-core-" + core.index());
        }
        if (watcherThread != null) {
            watcherThread.setDaemon(true);
            watcherThread.start();
        }
    }

    public List<Core> cores() {
        return cores;
    }

    /** Gives a core that nobody drives to a fresh thread. */
    void replaceDriver(Core core) {
        int number = replacements.incrementAndGet();
        drive(core, "eyewall-core-" + core.index() + "-" + number);
    }

    /** The cores stop in a command, at the beginning of a step. One standstill at a time. */
    @Override
    public boolean run(Runnable action, Duration limit) throws InterruptedException {
        synchronized (standstill) {
            CountDownLatch stopped = new CountDownLatch(cores.size());
            CountDownLatch over = new CountDownLatch(1);
            for (Core core : cores) {
                core.submit(
                        () -> {
                            stopped.countDown();
                            awaitEnd(over);
                        });
            }
            try {
                boolean allStopped = stopped.await(limit.toNanos(), TimeUnit.NANOSECONDS);
                if (allStopped) {
                    action.run();
                }
                return allStopped;
            } finally {
                over.countDown();
            }
        }
    }

    @Override
    public void goOn() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(GO_ON_MS);
    }

    private static void awaitEnd(CountDownLatch over) {
        boolean interrupted = false;
        while (true) {
            try {
                over.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true; // meant for user code; the standstill is short
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many times a blocked thread had to be replaced. */
    public int replacements() {
        return replacements.get();
    }

    private synchronized void drive(Core core, String name) {
        if (stopping) {
            return;
        }
        try {
            drive(core, name, stackBytes);
        } catch (OutOfMemoryError e) {
            LOG.warn(
                    "no thread with a stack of {} MB for core {}; it gets one of the usual size,"
                            + " which deep recursion in several executors may overflow: allow more"
                            + " virtual memory, or lower eyewall.direct.depth",
                    stackBytes >> 20,
                    core.index(),
                    e);
            drive(core, name, 0);
        }
    }

    private void drive(Core core, String name, long stack) {
        CoreThread next = new CoreThread(core, name, idleSpinNs, stack, onDefect);
        threads[core.index()] = next;
        next.takeOver();
    }

    /**
     * Stops the threads and waits for them, two seconds at most.
     *
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public void stop() throws InterruptedException {
        watcher.stop();
        LockSupport.unpark(watcherThread);
        CoreThread[] last;
        synchronized (this) {
            stopping = true;
            last = threads.clone();
        }
        for (CoreThread thread : last) {
            thread.stop();
        }
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        for (CoreThread thread : last) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
            thread.thread().join(Math.max(1, leftMs));
        }
    }
}
