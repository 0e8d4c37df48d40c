package io.eyewall.engine.core;

import java.util.function.BiConsumer;

/**
 * The loop of a thread that drives a core: step, and wait when there is nothing to do. Ends when
 * the thread loses its core or is told to stop.
 */
final class CoreThread implements Runnable {
    private static final long NO_ROOM_PARK_NS = 20_000L;
    private static final long LOOK_AT_CLOCK_NS = 1_000_000L;

    private final Core core;
    private final IdleSpin spin;
    private final boolean looksAtClock;
    private final BiConsumer<Core, Throwable> onDefect;
    private final Thread thread;
    private final Driver driver;
    private volatile boolean stopped;

    /**
     * @param core what to drive, once {@link #takeOver} is called
     * @param name of the thread
     * @param idleSpinNs how long to look for work before sleeping, at most
     * @param stackBytes size of its stack; 0: as other threads
     * @param onDefect told of an exception of the engine itself, after which the thread ends
     */
    CoreThread(
            Core core,
            String name,
            long idleSpinNs,
            long stackBytes,
            BiConsumer<Core, Throwable> onDefect) {
        this.core = core;
        this.spin = new IdleSpin(idleSpinNs);
        this.looksAtClock = core.clock().isSetFromOutside();
        this.onDefect = onDefect;
        this.thread = new Thread(null, this, name, stackBytes);
        this.thread.setDaemon(true);
        this.driver = new Driver(thread);
    }

    /** Makes this thread the core's driver and starts it. */
    void takeOver() {
        core.setDriver(driver);
        thread.start();
    }

    Driver driver() {
        return driver;
    }

    /** Ends the loop after the current step, or the next if it is about to sleep. Any thread. */
    void stop() {
        stopped = true;
        core.submit(() -> {}); // only work is looked for before a sleep
    }

    Thread thread() {
        return thread;
    }

    @Override
    public void run() {
        try {
            driver.identify();
            ThreadProbe.sharpenTimers(driver.nativeId());
            long idleSince = 0;
            boolean slept = false;
            while (!stopped) {
                Thread.interrupted(); // was meant for the user code that left it behind
                if (core.step() == Core.LOST) {
                    return;
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
        } catch (Throwable defect) {
            onDefect.accept(core, defect);
        }
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
        if (core.waitsForRoom()) {
            core.park(NO_ROOM_PARK_NS);
            return true;
        }
        if (core.hasReadyUnits()) {
            Thread.onSpinWait(); // a spout that had nothing wants to be asked again
            return false;
        }
        long untilTimerNs = core.timers().untilNextNs(core.clock().nanoTime());
        core.park(looksAtClock ? Math.min(untilTimerNs, LOOK_AT_CLOCK_NS) : untilTimerNs);
        return true;
    }
}
