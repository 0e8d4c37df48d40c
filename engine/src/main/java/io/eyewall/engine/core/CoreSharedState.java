package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What other threads see of a core: never or seldom written, and kept off the lines that the core
 * writes per tuple. Every method may be called from any thread, unless it says otherwise.
 */
abstract class CoreSharedState extends Padded {
    private final int index;
    private final Clock clock;
    private final LayoutVersion layout;
    private final MpscUnboundedArrayQueue<Runnable> commands = new MpscUnboundedArrayQueue<>(256);
    private final Object driverLock = new Object();

    /**
     * Not volatile: who runs on the core asks for it in {@link CoreOwner#toEngine}, after a fence.
     */
    private @Nullable CoreOwner driver;

    private volatile boolean parked;

    /** When somebody first wanted it to wake from its present sleep, or 0. */
    private volatile long wantedNs;

    private volatile boolean hurried;
    private volatile long blamedStep = -1;
    private volatile boolean busy;
    private volatile boolean mixedLoaders;

    CoreSharedState(int index, Clock clock, LayoutVersion layout) {
        this.index = index;
        this.clock = clock;
        this.layout = layout;
    }

    /** Position among the engine's cores, from 0. */
    public final int index() {
        return index;
    }

    public final Clock clock() {
        return clock;
    }

    /** How many cores the engine has. */
    public final int coreCount() {
        return layout.coreCount();
    }

    /** A number that changes whenever a task has come to another core of the engine. */
    public final long layoutVersion() {
        return layout.version();
    }

    /**
     * A task has come to this core, while all cores stand still; or one of its has got a thread.
     */
    public final void changeLayout() {
        layout.change();
    }

    final MpscUnboundedArrayQueue<Runnable> commands() {
        return commands;
    }

    /** Runs a command on this core soon, in the order of submission per thread. */
    public final void submit(Runnable command) {
        StackGuard.require(); // an overflow half way would lock the queue for everybody
        commands.offer(command);
        wakeIfParked();
    }

    /**
     * Who drives it. Where the watcher has withdrawn the core but may still give it back to the
     * same thread, waits for the decision: a driver that saw itself without a core for a moment
     * would leave for good. For those who come after the first driver, as all do who run on the
     * core; others ask for {@link #driverIfAny}. hot path.
     */
    @SuppressWarnings("NullAway") // there has been a first one
    public final CoreOwner driver() {
        CoreOwner now = driver;
        return now != null ? now : decidedDriver();
    }

    /** Who drives it, as {@link #driver()}; null before the first driver. */
    public final @Nullable CoreOwner driverIfAny() {
        VarHandle.acquireFence(); // who does not run on the core must not see what it saw before
        return driver();
    }

    /** Whether it is driven by the one given; waits as {@link #driver()} does. hot path. */
    final boolean isDrivenBy(CoreOwner one) {
        CoreOwner now = driver;
        return now == one || (now == null && decidedDriver() == one);
    }

    private @Nullable CoreOwner decidedDriver() {
        synchronized (driverLock) {
            return driver;
        }
    }

    final void setDriver(@Nullable CoreOwner next) {
        VarHandle.releaseFence();
        driver = next;
        VarHandle.fullFence();
    }

    /**
     * Held by the watcher from withdrawing a core until it is decided who has it, and by a thread
     * that hands its core to another: who drives it changes under this lock only.
     */
    final Object driverLock() {
        return driverLock;
    }

    /** The step in hand lasts too long: it is to end after the present call. The watcher. */
    final void askToHurry() {
        hurried = true;
    }

    /**
     * The same where what the step runs is to blame, not that its thread had no processor. The
     * watcher.
     *
     * @param stepNumber which step: it may be over when this is read
     */
    final void blame(long stepNumber) {
        blamedStep = stepNumber;
        askToHurry();
    }

    /**
     * Whether the step in hand lasts too long, so that no slice is to make another call. Asked
     * before every call that a slice makes, in place of the time. hot path.
     */
    public final boolean isHurried() {
        return hurried;
    }

    /** Whether what a step has run is to blame that it lasts too long. */
    final boolean isBlamed(long stepNumber) {
        return blamedStep == stepNumber;
    }

    /** The driving thread alone, where what has lasted too long is over; writes only a change. */
    final void endHurry() {
        if (isHurried()) {
            hurried = false;
        }
    }

    /** Wakes the driving thread if it sleeps; to be called after something has been published. */
    final void wakeIfParked() {
        VarHandle.fullFence(); // what was published before, `parked` after
        wakeIfSeenParked();
    }

    /** The same for a caller that has had a full fence since it published. */
    final void wakeIfSeenParked() {
        if (parked) {
            CoreOwner sleeping = driverIfAny();
            if (sleeping != null) {
                if (wantedNs == 0) {
                    wantedNs = System.nanoTime();
                }
                LockSupport.unpark(sleeping.thread());
            }
        }
    }

    /** Whether its driving thread sleeps for want of work. */
    final boolean isParked() {
        return parked;
    }

    /** The driving thread alone. */
    final void setParked(boolean now) {
        if (now) {
            wantedNs = 0;
        }
        parked = now;
    }

    /**
     * When somebody had work for it in its last sleep, by {@link System#nanoTime}; 0: nobody. Some
     * tens of microseconds before it woke.
     */
    final long wantedNs() {
        return wantedNs;
    }

    /** What {@link Core#isBusy} was when the last step began, or since it sleeps. */
    public final boolean isBusySeenFromOutside() {
        return busy;
    }

    /** The driving thread alone; writes only a change. */
    final void publishBusy(boolean now) {
        if (busy != now) {
            busy = now;
        }
    }

    final void setMixedLoaders() {
        mixedLoaders = true;
    }

    /** Whether tasklets of different class loaders have been placed here. */
    final boolean hasMixedLoaders() {
        return mixedLoaders;
    }
}
