package io.eyewall.engine.core;

import io.eyewall.engine.thread.SupervisedThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a thread that drives a core: step, and wait when there is nothing to do. Ends when
 * the thread loses its core, hands it to a successor, or is told to stop.
 */
final class CoreThread {
    /** Who makes room wakes this core, but may overlook that it has just gone to sleep. */
    private static final long NO_ROOM_PARK_NS = 1_000_000L;

    private static final long LOOK_AT_CLOCK_NS = 1_000_000L;
    private static final long TRY_AGAIN_NS = TimeUnit.SECONDS.toNanos(1);

    private final Core core;
    private final IdleSpin spin;
    private final boolean looksAtClock;
    private final CoreGroup group;
    private @Nullable Thread predecessor; // hands the core over and ends; null: none, or it has
    private final SupervisedThread thread;
    private final CoreOwner driver;
    private volatile boolean takenOver;

    /** Whether it is to look at {@link #stopped} and {@link #retired}, after the current step. */
    private volatile boolean toEnd;

    private volatile boolean stopped;
    private volatile boolean retired;
    private long nextTryNs;

    /**
     * @param core what to drive, once it has been started and {@link #takeOver} is called
     * @param name of the thread
     * @param idleSpinNs how long to look for work before sleeping, at most
     * @param stackBytes size of its stack; 0: as other threads
     * @param group has the successor
     * @param predecessor hands the core over itself and is about to end; null if none does
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
        this.looksAtClock = core.clock().isSetFromOutside();
        this.group = group;
        this.predecessor = predecessor;
        this.thread = new SupervisedThread(name, this::drive, stackBytes, this::onDefect);
        this.driver = new CoreOwner(thread.thread(), this::leave);
    }

    /**
     * Starts the thread, which waits for {@link #takeOver}.
     *
     * @throws OutOfMemoryError if the machine has no room for another thread; nothing has happened
     */
    void start() {
        thread.start();
    }

    /** Makes this thread, which has been started, the core's driver. Can't fail. */
    void takeOver() {
        core.setDriver(driver);
        takenOver = true;
        LockSupport.unpark(thread.thread());
    }

    CoreOwner driver() {
        return driver;
    }

    /** Ends the loop after the current step, or the next if it is about to sleep. Any thread. */
    void stop() {
        stopped = true;
        toEnd = true;
        thread.stop();
        core.submit(CoreThread::wake); // only work is looked for before a sleep
    }

    /**
     * Hands the core to a fresh thread after the current step: what user code has left in this one,
     * as thread locals, goes with it. Any thread.
     */
    void retire() {
        retired = true;
        toEnd = true;
        core.submit(CoreThread::wake);
    }

    /** A command that does nothing: it wakes the core. */
    private static void wake() {
        // see above
    }

    Thread thread() {
        return thread.thread();
    }

    /** All in one round; returns that no other is to follow. */
    private boolean drive() throws InterruptedException {
        while (!takenOver) {
            if (thread.isStopped()) {
                return false;
            }
            LockSupport.park(this);
        }
        if (predecessor != null) {
            predecessor.join(); // so that what it holds is gone as soon as this one is at work
            predecessor = null;
        }
        driver.identify();
        ThreadProbe.sharpenTimers(driver.nativeId());
        long idleSince = 0;
        boolean slept = false;
        while (!toEnd || goesOn()) {
            Thread.interrupted(); // was meant for the user code that left it behind
            if (core.step() == Core.LOST) {
                return false;
            }
            if (!core.isIdle()) {
                if (idleSince != 0) {
                    spin.workCame(workCameNs(slept) - idleSince);
                    idleSince = 0;
                    slept = false;
                }
            } else if (idleSince == 0) {
                idleSince = System.nanoTime();
            } else {
                slept |= idle(System.nanoTime() - idleSince);
            }
        }
        return false;
    }

    /** Whether it is not to end after all: stopped it is, but a successor may be hard to get. */
    private boolean goesOn() {
        if (stopped) {
            return false;
        }
        if (retired && System.nanoTime() - nextTryNs >= 0) {
            try {
                CoreThread successor = group.startSuccessor(core);
                if (successor != null) {
                    handOver(successor, core::forgetStack);
                }
                return false;
            } catch (OutOfMemoryError noRoom) {
                nextTryNs = System.nanoTime() + TRY_AGAIN_NS; // for another thread
            }
        }
        return true;
    }

    /**
     * An exception of the engine itself. Whoever was at work on this core fails; what has begun is
     * not at work any more, and a fresh thread does what is left, their closing above all. Called
     * again if it throws.
     *
     * @return false: this thread ends
     */
    private boolean onDefect(Throwable defect) {
        group.onDefect(core, defect);
        if (!driver.toEngine(core)) {
            return false; // another thread drives it
        }
        CoreThread successor = group.startSuccessor(core);
        if (successor == null) {
            return false;
        }
        handOver(successor, core::abandonStack);
        return false;
    }

    /** Waits for a watcher that is just looking whether to take the core from this thread. */
    private void handOver(CoreThread successor, Runnable leaving) {
        synchronized (core.driverLock()) {
            try {
                leaving.run();
            } finally {
                successor.takeOver();
            }
        }
    }

    /** As {@link CoreOwner#leave}. */
    private boolean leave(Runnable last) {
        CoreThread next;
        try {
            next = group.startOther(core);
        } catch (OutOfMemoryError noRoom) {
            return false; // for another thread
        }
        if (next == null) {
            return false;
        }
        handOver(
                next,
                () -> {
                    last.run();
                    core.forgetStack();
                });
        return true;
    }

    private long workCameNs(boolean slept) {
        long wantedNs = slept ? core.wantedNs() : 0;
        return wantedNs == 0 ? System.nanoTime() : wantedNs;
    }

    /** Waits a moment; whether asleep. */
    private boolean idle(long idleNs) {
        if (idleNs < spin.ns()) {
            Thread.onSpinWait();
            return false;
        }
        if (core.hasReadyTasklets() && !core.isCongested()) {
            Thread.onSpinWait(); // a spout that had nothing wants to be asked again
            return false;
        }
        long untilTimerNs = core.timers().untilNextNs(core.clock().nanoTime());
        long atMostNs = looksAtClock ? untilLookNs(untilTimerNs) : untilTimerNs;
        boolean hasUnsent = core.links().waitForRoom(); // after a step: idling must be short
        core.park(hasUnsent ? Math.min(atMostNs, NO_ROOM_PARK_NS) : atMostNs);
        return true;
    }

    private long untilLookNs(long untilTimerNs) {
        long untilRestedNs = core.rests().untilNextNs();
        return Math.min(Math.min(untilTimerNs, untilRestedNs), LOOK_AT_CLOCK_NS);
    }
}
