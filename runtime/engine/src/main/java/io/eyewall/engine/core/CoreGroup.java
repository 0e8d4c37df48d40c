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

    /** Time for which the cores run between two attempts to stop them. */
    private static final long RUN_BETWEEN_ATTEMPTS_MS = 2;

    private final List<Core> cores;
    private final long idleSpinNs;
    private final long stackBytes;
    private final BiConsumer<Core, Throwable> onDefect;
    private final CoreThread[] threads;
    private final AtomicInteger replacements = new AtomicInteger();
    private final @Nullable SupervisedThread watcher; // null: cores are not watched
    private final Object safepointLock = new Object();
    private boolean stopping;

    /**
     * @param cores cores that are linked to one another and have no owner
     * @param idleSpinNs maximum time for which an idle core spins before its thread sleeps
     * @param stackBytes stack size of each core's thread; see {@link CoreStack}
     * @param blockingThresholdNs maximum duration of a call into user code before the core gets
     *     another owner; 0 for no limit
     * @param onDefect receives an exception of the engine itself and the core it happened on
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

    /** Starts the threads of all cores, and the watcher. */
    public void start() {
        for (Core core : cores) {
            CoreThread first = startThread(core, threadName(core), null);
            Objects.requireNonNull(first, "core group stopped before it was started").takeOver();
        }
        if (watcher != null) {
            watcher.start();
        }
    }

    private static String threadName(Core core) {
        return "eyewall-core-" + core.index();
    }

    public List<Core> cores() {
        return cores;
    }

    /** Starts a thread for a core whose owner is blocked; returns null if the group is stopping. */
    @Nullable CoreThread startReplacement(Core core) {
        int number = replacements.get() + 1;
        CoreThread next = startThread(core, threadName(core) + "-" + number, null);
        replacements.set(number);
        return next;
    }

    /**
     * Starts a thread for a core whose owner leaves the core but does not end; returns null if the
     * group is stopping.
     */
    @Nullable CoreThread startForLeavingOwner(Core core) {
        return startThread(core, threadName(core), null);
    }

    /**
     * Starts a thread for a core whose owner, the calling thread, is about to end; returns null if
     * the group is stopping.
     */
    @Nullable CoreThread startSuccessor(Core core) {
        return startThread(core, threadName(core), Thread.currentThread());
    }

    /**
     * Gives every core a fresh owner thread after its current step: user code that has ended may
     * have left something in the old threads, such as thread-local values.
     */
    public synchronized void renewThreads() {
        for (CoreThread thread : threads) {
            thread.retire();
        }
    }

    /**
     * Reports an exception of the engine itself on a core's owner thread, or on a thread that had
     * lost the core.
     */
    void onDefect(Core core, Throwable defect) {
        onDefect.accept(core, defect);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Each core stops in a command, at the beginning of a step. Safepoints run one at a time.
     */
    @Override
    public boolean run(Runnable action, Duration limit) throws InterruptedException {
        synchronized (safepointLock) {
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

    /** A command that blocks its core until the safepoint is over. */
    private record StandStill(CountDownLatch stopped, CountDownLatch over) implements Runnable {
        @Override
        public void run() {
            stopped.countDown();
            awaitEnd(over);
        }
    }

    @Override
    public void runBriefly() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(RUN_BETWEEN_ATTEMPTS_MS);
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

    /** Returns how many times a blocked thread has been replaced. */
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
                    "cannot start a thread with a stack of {} MB for core {}: using the JVM's"
                            + " default stack size, which deep recursion in several executors may"
                            + " overflow; allow more virtual memory, or lower eyewall.direct.depth",
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
        CoreThread[] running;
        synchronized (this) {
            stopping = true;
            running = threads.clone();
        }
        for (CoreThread thread : running) {
            thread.stop();
        }
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        for (CoreThread thread : running) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
            thread.thread().join(Math.max(1, leftMs));
        }
    }
}
