package io.eyewall.engine.core;

import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.rules.IdleSpin;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a thread that owns a core: step, and wait when there is nothing to do. Ends when the
 * thread loses its core, hands it to a successor, or is stopped.
 */
final class CoreThread {
    /**
     * Maximum sleep while links lack room. A receiver that makes room wakes this core, but may miss
     * that it has just gone to sleep.
     */
    private static final long NO_ROOM_PARK_NS = 1_000_000L;

    /** Maximum sleep while timers wait for a clock that another thread advances. */
    private static final long CLOCK_POLL_NS = 1_000_000L;

    /** Pause after a failed attempt to start a successor. */
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final Core core;
    private final IdleSpin spin;
    private final boolean pollsClock;
    private final CoreGroup group;
    private @Nullable Thread predecessor; // hands the core over and ends; null: none, or has ended
    private final SupervisedThread thread;
    private final CoreOwner owner;
    private volatile boolean takenOver;

    /** Whether to check {@link #stopped} and {@link #retired} after the current step. */
    private volatile boolean endRequested;

    private volatile boolean stopped;
    private volatile boolean retired;
    private long nextAttemptNs;

    /**
     * @param core the core to run, once the thread has been started and {@link #takeOver} is called
     * @param name name of the thread
     * @param idleSpinNs maximum time for which to spin before sleeping
     * @param stackBytes size of the thread's stack; 0 for the JVM's default
     * @param group starts this thread's successors
     * @param predecessor the thread that hands the core over itself and is about to end; null if
     *     there is none
     */
    CoreThread(
            Core core,
            String name,
            long idleSpinNs,
            long stackBytes,
            CoreGroup group,
            @Nullable Thread predecessor) {
        this.core = core;
        this.spin = new IdleSpin(idleSpinNs);
        this.pollsClock = core.clock().isSetFromOutside();
        this.group = group;
        this.predecessor = predecessor;
        this.thread = new SupervisedThread(name, this::runCore, stackBytes, this::onDefect);
        this.owner = new CoreOwner(thread.thread(), this::leave);
    }

    /**
     * Starts the thread, which waits for {@link #takeOver}.
     *
     * @throws OutOfMemoryError if the machine has no room for another thread; nothing has changed
     *     then
     */
    void start() {
        thread.start();
    }

    /** Makes this thread, which has been started, the core's owner. Never fails. */
    void takeOver() {
        core.setOwner(owner);
        takenOver = true;
        LockSupport.unpark(thread.thread());
    }

    CoreOwner owner() {
        return owner;
    }

    /**
     * Ends the loop after the current step, or after the next one if the thread is about to sleep.
     * Any thread.
     */
    void stop() {
        stopped = true;
        endRequested = true;
        thread.stop();
        core.submit(CoreThread::wake); // a thread checks only for work before it sleeps
    }

    /**
     * Hands the core to a fresh thread after the current step: what user code has left in this
     * thread, such as thread-local values, goes with this thread. Any thread.
     */
    void retire() {
        retired = true;
        endRequested = true;
        core.submit(CoreThread::wake);
    }

    /** A command that does nothing: submitting it wakes the core. */
    private static void wake() {
        // the submission wakes the core
    }

    Thread thread() {
        return thread.thread();
    }

    /**
     * Runs the whole loop in one round of the supervised thread.
     *
     * @return false: no other round follows
     */
    private boolean runCore() throws InterruptedException {
        while (!takenOver) {
            if (thread.isStopped()) {
                return false;
            }
            LockSupport.park(this);
        }
        if (predecessor != null) {
            predecessor.join(); // all that it holds is released before this thread starts to work
            predecessor = null;
        }
        owner.recordNativeId();
        ThreadProbe.sharpenTimers(owner.nativeId());
        long idleSinceNs = 0;
        boolean slept = false;
        while (!endRequested || shouldContinue()) {
            Thread.interrupted(); // the interrupt was meant for user code
            if (core.step() == Core.LOST) {
                return false;
            }
            if (!core.isIdle()) {
                if (idleSinceNs != 0) {
                    spin.onWork(workArrivedNs(slept) - idleSinceNs);
                    idleSinceNs = 0;
                    slept = false;
                }
            } else if (idleSinceNs == 0) {
                idleSinceNs = System.nanoTime();
            } else {
                slept |= waitForWork(System.nanoTime() - idleSinceNs);
            }
        }
        return false;
    }

    /**
     * Returns whether to continue although an end was requested: a stop always ends the loop, a
     * retirement only once a successor has been started.
     */
    private boolean shouldContinue() {
        if (stopped) {
            return false;
        }
        if (retired && System.nanoTime() - nextAttemptNs >= 0) {
            try {
                CoreThread successor = group.startSuccessor(core);
                if (successor != null) {
                    handOver(successor, core::forgetStack);
                }
                return false;
            } catch (OutOfMemoryError e) {
                nextAttemptNs = System.nanoTime() + RETRY_NS; // no memory for another thread
            }
        }
        return true;
    }

    /**
     * Handles an exception of the engine itself. The tasklets at work on this core fail and are
     * removed from its stack; a fresh thread does what is left to do, above all closing them.
     * Called again if this method throws.
     *
     * @return false: this thread ends
     */
    private boolean onDefect(Throwable defect) {
        group.onDefect(core, defect);
        if (!owner.toEngine(core)) {
            return false; // another thread owns the core
        }
        CoreThread successor = group.startSuccessor(core);
        if (successor == null) {
            return false;
        }
        handOver(successor, core::abandonStack);
        return false;
    }

    /**
     * Hands the core over; waits first if the watcher is just deciding whether to take the core
     * from this thread.
     *
     * @param lastAction run while this thread still owns the core
     */
    private void handOver(CoreThread successor, Runnable lastAction) {
        synchronized (core.ownerLock()) {
            try {
                lastAction.run();
            } finally {
                successor.takeOver();
            }
        }
    }

    /** Implements {@link CoreOwner#leave}. */
    private boolean leave(Runnable lastAction) {
        CoreThread next;
        try {
            next = group.startForLeavingOwner(core);
        } catch (OutOfMemoryError e) {
            return false; // no memory for another thread
        }
        if (next == null) {
            return false;
        }
        handOver(
                next,
                () -> {
                    lastAction.run();
                    core.forgetStack();
                });
        return true;
    }

    /** Returns about when the work arrived that the last step found. */
    private long workArrivedNs(boolean slept) {
        long wakeRequestedNs = slept ? core.wakeRequestedNs() : 0;
        return wakeRequestedNs == 0 ? System.nanoTime() : wakeRequestedNs;
    }

    /**
     * Waits a moment, spinning or asleep.
     *
     * @param idleNs time since the core became idle
     * @return whether it slept
     */
    private boolean waitForWork(long idleNs) {
        if (idleNs < spin.spinNs()) {
            Thread.onSpinWait();
            return false;
        }
        if (core.hasReadyTasklets() && !core.isCongested()) {
            Thread.onSpinWait(); // an idle spout is to be called again
            return false;
        }
        long untilTimerNs = core.timers().untilNextNs(core.clock().nanoTime());
        long maxSleepNs = pollsClock ? untilPollNs(untilTimerNs) : untilTimerNs;
        boolean hasUnsent = core.links().haveUnsent(); // lacks room: a step ends with a flush
        core.park(hasUnsent ? Math.min(maxSleepNs, NO_ROOM_PARK_NS) : maxSleepNs);
        return true;
    }

    /** Returns how long to sleep until the engine's clock is read again. */
    private long untilPollNs(long untilTimerNs) {
        long untilBackoffNs = core.idleTimers().untilNextNs();
        return Math.min(Math.min(untilTimerNs, untilBackoffNs), CLOCK_POLL_NS);
    }
}
