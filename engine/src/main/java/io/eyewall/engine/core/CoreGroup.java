package io.eyewall.engine.core;

import io.eyewall.engine.thread.SupervisedThread;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cores of an engine with their threads and the watcher. Any thread may call its methods. */
public final class CoreGroup implements Safepoint {
    private static final Logger LOG = LoggerFactory.getLogger(CoreGroup.class);
    private static final long GO_ON_MS = 2;

    private final List<Core> cores;
    private final long idleSpinNs;
    private final long stackBytes;
    private final BiConsumer<Core, Throwable> onDefect;
    private final CoreThread[] threads;
    private final AtomicInteger replacements = new AtomicInteger();
    private final @Nullable SupervisedThread watcher; // null: nobody watches
    private final Object safepoint = new Object();
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
        this.watcher =
                blockingThresholdNs == 0
                        ? null
                        : new SupervisedThread(
                                "eyewall-watcher", new Watcher(this, blockingThresholdNs));
    }

    /** Starts all threads. */
    public void start() {
        for (Core core : cores) {
            CoreThread first = startThread(core, nameOf(core), null);
            Objects.requireNonNull(first, "stopped before its start").takeOver();
        }
        if (watcher != null) {
            watcher.start();
        }
    }

    private static String nameOf(Core core) {
        return "eyewall-core-" + core.index();
    }

    public List<Core> cores() {
        return cores;
    }

    /**
     * Starts a thread to which a core can be given whose thread is blocked; null if it is too late.
     */
    @Nullable CoreThread startReplacement(Core core) {
        int number = replacements.get() + 1;
        CoreThread next = startThread(core, nameOf(core) + "-" + number, null);
        replacements.set(number);
        return next;
    }

    /** Starts a thread to which one gives its core that lives on; null if it is too late. */
    @Nullable CoreThread startOther(Core core) {
        return startThread(core, nameOf(core), null);
    }

    /** Starts a thread to which one gives its core that is about to end; null if it is too late. */
    @Nullable CoreThread startSuccessor(Core core) {
        return startThread(core, nameOf(core), Thread.currentThread());
    }

    /**
     * The cores go over to fresh threads as soon as what each is doing allows it: user code that
     * has ended may have left something in them.
     */
    public synchronized void renewThreads() {
        for (CoreThread thread : threads) {
            thread.retire();
        }
    }

    /** The engine itself threw on a core's thread, or on one that had lost the core. */
    void onDefect(Core core, Throwable defect) {
        onDefect.accept(core, defect);
    }

    /** The cores stop in a command, at the beginning of a step. One safepoint at a time. */
    @Override
    public boolean run(Runnable action, Duration limit) throws InterruptedException {
        synchronized (safepoint) {
            CountDownLatch stopped = new CountDownLatch(cores.size());
            CountDownLatch over = new CountDownLatch(1);
            for (Core core : cores) {
                core.submit(new StandStill(stopped, over));
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

    /** Keeps a core from everything else. */
    private record StandStill(CountDownLatch stopped, CountDownLatch over) implements Runnable {
        @Override
        public void run() {
            stopped.countDown();
            awaitEnd(over);
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
                interrupted = true; // meant for user code; the safepoint is short
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

    private synchronized @Nullable CoreThread startThread(
            Core core, String name, @Nullable Thread predecessor) {
        if (stopping) {
            return null;
        }
        CoreThread next;
        try {
            next = startThread(core, name, stackBytes, predecessor);
        } catch (OutOfMemoryError e) {
            LOG.warn(
                    "no thread with a stack of {} MB for core {}; it gets one of the usual size,"
                            + " which deep recursion in several executors may overflow: allow more"
                            + " virtual memory, or lower eyewall.direct.depth",
                    stackBytes >> 20,
                    core.index(),
                    e);
            next = startThread(core, name, 0, predecessor);
        }
        threads[core.index()] = next;
        return next;
    }

    private CoreThread startThread(
            Core core, String name, long stack, @Nullable Thread predecessor) {
        CoreThread next = new CoreThread(core, name, idleSpinNs, stack, this, predecessor);
        next.start();
        return next;
    }

    /**
     * Stops the threads and waits for them, two seconds at most.
     *
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public void stop() throws InterruptedException {
        if (watcher != null) {
            watcher.stop();
        }
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
