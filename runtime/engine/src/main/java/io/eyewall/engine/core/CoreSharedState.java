package io.eyewall.engine.core;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The state of a core that other threads read: written never or seldom, and kept off the cache
 * lines that the core writes per tuple. Every method may be called from any thread unless its
 * Javadoc says otherwise.
 */
abstract class CoreSharedState extends Padded {
    private final int index;
    private final Clock clock;
    private final LayoutVersion layout;
    private final MpscUnboundedArrayQueue<Runnable> commands = new MpscUnboundedArrayQueue<>(256);
    private final Object ownerLock = new Object();

    /**
     * The current owner. Not volatile: code that runs on the core reads it in {@link
     * CoreOwner#toEngine}, after a fence.
     */
    private @Nullable CoreOwner owner;

    private volatile boolean parked;

    /** When a thread first tried to wake the core from its present or last sleep, or 0. */
    private volatile long wakeRequestedNs;

    /** Whether the watcher has asked the current step to end. */
    private volatile boolean hurried;

    /** The last step whose own code is to blame for its length; -1 if there is none. */
    private volatile long blamedStep = -1;

    private volatile boolean busy;
    private volatile boolean mixedLoaders;

    CoreSharedState(int index, Clock clock, LayoutVersion layout) {
        this.index = index;
        this.clock = clock;
        this.layout = layout;
    }

    /** Returns the core's position among the engine's cores, from 0. */
    public final int index() {
        return index;
    }

    public final Clock clock() {
        return clock;
    }

    /** Returns the number of cores of the engine. */
    public final int coreCount() {
        return layout.coreCount();
    }

    /** Returns a number that changes whenever a task has moved to another core of the engine. */
    public final long layoutVersion() {
        return layout.version();
    }

    /**
     * Records that a task has moved to this core, while all cores stand still, or that a task's
     * executor has become dedicated.
     */
    public final void changeLayout() {
        layout.change();
    }

    final MpscUnboundedArrayQueue<Runnable> commands() {
        return commands;
    }

    /** Runs a command on this core soon, in the order of submission per thread. */
    public final void submit(Runnable command) {
        StackGuard.requireRoom(); // an overflow inside `offer` would lock the queue for all threads
        commands.offer(command);
        wakeIfParked();
    }

    /**
     * Returns the owner. If the watcher has withdrawn the core but may still give it back to the
     * same thread, waits for the decision: an owner that saw itself without a core for a moment
     * would leave for good. Only valid after the first owner was set, which holds for all code that
     * runs on the core; other code calls {@link #ownerIfAny}.
     */
    @HotPath
    @SuppressWarnings("NullAway") // the first owner has been set
    public final CoreOwner owner() {
        CoreOwner current = owner;
        return current != null ? current : decidedOwner();
    }

    /** Returns the owner, as {@link #owner()} does; null before the first owner was set. */
    public final @Nullable CoreOwner ownerIfAny() {
        VarHandle.acquireFence(); // a thread that is not the owner must not reuse an earlier read
        return owner();
    }

    /** Returns whether a claim is the owner's; waits as {@link #owner()} does. */
    @HotPath
    final boolean isOwnedBy(CoreOwner claim) {
        CoreOwner current = owner;
        return current == claim || (current == null && decidedOwner() == claim);
    }

    private @Nullable CoreOwner decidedOwner() {
        synchronized (ownerLock) {
            return owner;
        }
    }

    /** Sets the owner, or null while the watcher decides; see {@link #ownerLock}. */
    final void setOwner(@Nullable CoreOwner next) {
        VarHandle.releaseFence();
        owner = next;
        VarHandle.fullFence();
    }

    /**
     * Returns the lock under which the owner changes. The watcher holds it from withdrawing a core
     * until it is decided who owns it; a thread holds it while it hands its core to another.
     */
    final Object ownerLock() {
        return ownerLock;
    }

    /**
     * Asks the current step to end after the present call because it lasts too long. For the
     * watcher.
     */
    final void askToHurry() {
        hurried = true;
    }

    /**
     * Asks to hurry like {@link #askToHurry}, if the code that the step runs is to blame and not a
     * lack of processors. For the watcher.
     *
     * @param stepNumber the step to blame; it may have ended by the time that this is read
     */
    final void blame(long stepNumber) {
        blamedStep = stepNumber;
        askToHurry();
    }

    /**
     * Returns whether the current step has lasted too long, so that no slice should make another
     * call. Read before every call of a slice, in place of the time.
     */
    @HotPath
    public final boolean isHurried() {
        return hurried;
    }

    /** Returns whether the code that a step has run is to blame for the step's length. */
    final boolean isBlamed(long stepNumber) {
        return blamedStep == stepNumber;
    }

    /**
     * Withdraws the request to hurry when the step or slice that lasted too long has ended; writes
     * only a change. For the owner.
     */
    final void endHurry() {
        if (isHurried()) {
            hurried = false;
        }
    }

    /** Wakes the owner if it sleeps; called after something has been published to the core. */
    final void wakeIfParked() {
        VarHandle.fullFence(); // publishes before it reads `parked`
        wakeIfSeenParked();
    }

    /** As {@link #wakeIfParked}, for a caller that has executed a full fence since it published. */
    final void wakeIfSeenParked() {
        if (parked) {
            CoreOwner sleeping = ownerIfAny();
            if (sleeping != null) {
                if (wakeRequestedNs == 0) {
                    wakeRequestedNs = System.nanoTime();
                }
                LockSupport.unpark(sleeping.thread());
            }
        }
    }

    /** Returns whether the owner sleeps for lack of work. */
    final boolean isParked() {
        return parked;
    }

    /** Records whether the owner sleeps. For the owner. */
    final void setParked(boolean nowParked) {
        if (nowParked) {
            wakeRequestedNs = 0;
        }
        parked = nowParked;
    }

    /**
     * Returns when a thread first had work for this core during its last sleep, by {@link
     * System#nanoTime}; 0 if none had. The core wakes some tens of microseconds later.
     */
    final long wakeRequestedNs() {
        return wakeRequestedNs;
    }

    /**
     * Returns what {@link Core#isBusy} was at the beginning of the last step; false while the core
     * sleeps uncongested.
     */
    public final boolean isBusySeenFromOutside() {
        return busy;
    }

    /** Publishes {@link Core#isBusy}; writes only a change. For the owner. */
    final void publishBusy(boolean nowBusy) {
        if (busy != nowBusy) {
            busy = nowBusy;
        }
    }

    final void setMixedLoaders() {
        mixedLoaders = true;
    }

    /** Returns whether tasklets of different class loaders have been placed on this core. */
    final boolean hasMixedLoaders() {
        return mixedLoaders;
    }
}
