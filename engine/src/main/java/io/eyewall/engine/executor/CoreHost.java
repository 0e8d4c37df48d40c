package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.thread.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * Runs user code on the thread that drives the core. When that thread blocks there, it loses the
 * core and takes the call with it: the executor is away until the call has ended.
 */
final class CoreHost implements Host {
    private final Executor executor;

    /** Runs user code of the executor although it has lost the core; or null. */
    private volatile @Nullable Thread awayThread;

    /** A thread that came back without the core, until it is the executor's; or null. */
    private volatile @Nullable ThreadHost keptThread;

    CoreHost(Executor executor) {
        this.executor = executor;
    }

    @Override
    public int turn() {
        return executor.runHere();
    }

    @Override
    public int call(Runnable userCode, Runnable then) {
        Core core = executor.core();
        CoreOwner own = core.driver();
        executor.startRunning();
        own.callUser(executor.number());
        userCode.run();
        if (!own.toEngine(core)) {
            return comeBack(then);
        }
        own.clearInterrupt();
        executor.stopRunning();
        then.run();
        return 1;
    }

    /**
     * As {@link #call}, of code that opens or prepares tasks. If it leaves anything in its thread,
     * the executor keeps the thread for life, and the core goes on with another one.
     */
    int open(Runnable userCode, Runnable then) {
        Core core = executor.core();
        CoreOwner own = core.driver();
        executor.startRunning();
        own.callUser(executor.number());
        ThreadState before = ThreadState.capture();
        userCode.run();
        Thread.interrupted();
        String left = ThreadState.capture().leftSince(before);
        if (!own.toEngine(core)) {
            return left == null ? comeBack(then) : keepThread(before, left, then);
        }
        if (left != null && executor.userCode().keepThread(own, before, left, then)) {
            return Core.LOST;
        }
        executor.stopRunning();
        then.run();
        return 1;
    }

    /** The calling thread has lost the core already, and is the executor's from now on. */
    private int keepThread(ThreadState before, String left, Runnable then) {
        ThreadHost thread = new ThreadHost(executor, Thread.currentThread(), before);
        keptThread = thread; // before it looks whether it has come too late
        executor.proxy().cameBack(thread, left, then);
        if (executor.life().is(LifeState.CLOSED) && keptThread == thread) {
            thread.stop(); // it was given up, and maybe nobody carries out commands any more
        }
        thread.runHere();
        return Core.LOST;
    }

    /**
     * The calling thread lost the core in user code of the executor, and is back.
     *
     * @param then what follows, on the core
     * @return {@link Core#LOST}
     */
    int comeBack(Runnable then) {
        Thread.interrupted(); // a late interrupt was meant for the user code that has ended
        executor.proxy().cameBack(then);
        return Core.LOST;
    }

    /** The watcher has taken the core from that thread. Nobody drives the core. */
    void onAway(Thread thread) {
        awayThread = thread;
    }

    /** Whether that thread is still in the executor's user code. The watcher. */
    boolean isAwayOn(Thread thread) {
        return awayThread == thread;
    }

    /** The thread that came back is the executor's, which may hand it on. */
    void onKept() {
        keptThread = null;
    }

    @Override
    public @Nullable Thread threadInUserCode() {
        return awayThread;
    }

    /** It has come back. */
    void onBack() {
        awayThread = null;
    }

    @Override
    public void wake() {
        // the core's ready queue does
    }

    @Override
    public void pause(boolean now) {
        // the executor's hold does
    }

    @Override
    public boolean isResting() {
        return isIdle();
    }

    @Override
    public boolean isIdle() {
        return !executor.isBlocked(Tasklet.RUNNING | Tasklet.AWAY);
    }

    @Override
    public int waiting() {
        return 0;
    }

    @Override
    public @Nullable EngineTuple takeBack() {
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
    public boolean isOwnThread() {
        return false;
    }

    @Override
    public void stop() {
        ThreadHost thread = keptThread; // the core goes on
        if (thread != null) {
            thread.stop();
        }
    }
}
