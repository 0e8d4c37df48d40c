package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.thread.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * Runs user code on the core's owner thread. If that thread blocks in user code, it loses the core
 * but stays in the call: the executor is {@link Tasklet#AWAY} until the call has ended.
 */
final class CoreHost implements Host {
    private final Executor executor;

    /** The thread that runs user code of the executor although it has lost the core; or null. */
    private volatile @Nullable Thread awayThread;

    /**
     * A thread that returned without the core and is to become the executor's dedicated thread,
     * until the core has made it that; or null.
     */
    private volatile @Nullable ThreadHost keptThread;

    CoreHost(Executor executor) {
        this.executor = executor;
    }

    @Override
    public int runSlice() {
        return executor.runOnCore();
    }

    @Override
    public int call(Runnable userCode, Runnable then) {
        Core core = executor.core();
        CoreOwner owner = core.owner();
        executor.startRunning();
        owner.callUser(executor.number());
        userCode.run();
        if (!owner.toEngine(core)) {
            return returnWithoutCore(then);
        }
        owner.clearInterrupt();
        executor.stopRunning();
        then.run();
        return 1;
    }

    /**
     * Calls user code that opens or prepares tasks, as {@link #call} does. If the code leaves state
     * in its thread, the executor keeps the thread for life, and another thread takes over the
     * core.
     */
    int open(Runnable userCode, Runnable then) {
        Core core = executor.core();
        CoreOwner owner = core.owner();
        executor.startRunning();
        owner.callUser(executor.number());
        ThreadState before = ThreadState.capture();
        userCode.run();
        Thread.interrupted();
        String leftState = ThreadState.capture().describeLeftSince(before);
        if (!owner.toEngine(core)) {
            return leftState == null
                    ? returnWithoutCore(then)
                    : keepThread(before, leftState, then);
        }
        if (leftState != null && executor.userCode().keepThread(owner, before, leftState, then)) {
            return Core.LOST;
        }
        executor.stopRunning();
        then.run();
        return 1;
    }

    /**
     * Makes the calling thread, which has already lost the core, the executor's dedicated thread.
     */
    private int keepThread(ThreadState before, String leftState, Runnable then) {
        ThreadHost thread = new ThreadHost(executor, Thread.currentThread(), before);
        keptThread = thread; // written before the state is read: closing does both in reverse
        executor.proxy().onReturned(thread, leftState, then);
        if (executor.life().is(LifeState.CLOSED) && keptThread == thread) {
            thread.stop(); // the executor was abandoned, and its core may run no more commands
        }
        thread.runHere();
        return Core.LOST;
    }

    /**
     * Reports the return of the calling thread, which lost the core in user code of the executor.
     *
     * @param then action that follows on the core
     * @return {@link Core#LOST}
     */
    int returnWithoutCore(Runnable then) {
        Thread.interrupted(); // a late interrupt was meant for the user code that has returned
        executor.proxy().onReturned(then);
        return Core.LOST;
    }

    /**
     * Called when the watcher has taken the core from {@code thread}. While no thread owns the
     * core.
     */
    void onAway(Thread thread) {
        awayThread = thread;
    }

    /**
     * Returns whether {@code thread} is still in the executor's user code. Called by the watcher.
     */
    boolean isAwayOn(Thread thread) {
        return awayThread == thread;
    }

    /**
     * Called when {@link #keptThread} has become the executor's dedicated thread. From now on
     * {@link UserCode} stops it, or hands it on to another executor.
     */
    void onThreadAdopted() {
        keptThread = null;
    }

    @Override
    public @Nullable Thread threadInUserCode() {
        return awayThread;
    }

    /** Called when the thread has returned from user code. */
    void onBack() {
        awayThread = null;
    }

    @Override
    public void wake() {
        // the core's ready queue does this
    }

    @Override
    public void pause(boolean paused) {
        // the executor is blocked as PAUSED
    }

    @Override
    public boolean isQuiescent() {
        return isIdle();
    }

    @Override
    public boolean isIdle() {
        return !executor.isBlocked(Tasklet.RUNNING | Tasklet.AWAY);
    }

    @Override
    public int waitingCount() {
        return 0;
    }

    @Override
    public @Nullable EngineTuple takeBackTuple() {
        return null;
    }

    @Override
    public long threadNs() {
        return -1;
    }

    @Override
    public void interrupt() {
        Thread thread = awayThread;
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public boolean isDedicatedThread() {
        return false;
    }

    @Override
    public void stop() {
        ThreadHost thread = keptThread; // the core's owner thread keeps running
        if (thread != null) {
            thread.stop();
        }
    }
}
