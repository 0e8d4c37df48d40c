package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.thread.ThreadState;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor's way into its user code and back: where that code runs, what becomes of what it
 * throws, and of a thread that loses its core there. For the executor's core, unless a method says
 * otherwise.
 */
final class UserCode {
    private static final Logger LOG = LoggerFactory.getLogger(UserCode.class);

    private final Executor executor;
    private final CallMeter callMeter = new CallMeter();
    private final BlockingHistory blocked;
    private final CoreHost coreHost;

    /** Written by the watcher, and by the core. */
    private volatile long awaySinceNs;

    private final FirstCalls firstCalls = new FirstCalls(this);
    private final Interruption interruption;
    private volatile Host host;

    /** Tuples executed when it was last found waiting. Of the watcher. */
    private long executedWhenWaiting;

    private boolean threadWanted;

    /** Whether no other executor has taken over its thread. */
    private boolean mayHandOn = true;

    /**
     * @param blockingOffences calls over the threshold before the code is given its own thread
     */
    UserCode(Executor executor, int blockingOffences) {
        this.executor = executor;
        blocked = new BlockingHistory(blockingOffences);
        this.coreHost = new CoreHost(executor);
        this.interruption = new Interruption(executor);
        this.host = coreHost;
    }

    /** Where it runs. Any thread. */
    Host host() {
        return host;
    }

    /** Whether it has a thread of its own. Any thread. */
    boolean isSeparate() {
        return host != coreHost;
    }

    /** Inspects the first calls. */
    FirstCalls firstCalls() {
        return firstCalls;
    }

    /** Sees how long calls take. */
    CallMeter callMeter() {
        return callMeter;
    }

    /** As {@link Host#call}. */
    int call(Runnable userCode, Runnable then) {
        return host.call(userCode, then);
    }

    /** The same of code that opens or prepares tasks, which may leave something in its thread. */
    int open(Runnable userCode, Runnable then) {
        return mayKeepThread() ? coreHost.open(userCode, then) : host.call(userCode, then);
    }

    /** Whether none of it runs on a core's thread, nor on one that has lost the core. */
    boolean isOffCore() {
        return coreHost.isIdle();
    }

    /** Whether nothing of it waits or runs anywhere but in the mailbox. Any thread. */
    boolean isIdle() {
        return host.isIdle() && coreHost.isIdle();
    }

    /** Whether none of it runs anywhere, while it is paused. While all cores stand still. */
    boolean isResting() {
        return host.isResting() && coreHost.isResting();
    }

    /** Interrupts what keeps the executor from being closed. Any thread. */
    void interrupt() {
        coreHost.interrupt();
        if (isSeparate()) {
            host.interrupt();
        }
    }

    /** Ends after what is being done, and what comes back later does not stay. */
    void stop() {
        host.stop();
        coreHost.stop();
    }

    /** Adds the threads that are in it and drive no core. Any thread. */
    void addThreads(List<Thread> threads) {
        Thread away = coreHost.threadInUserCode();
        if (away != null) {
            threads.add(away);
        }
        Thread own = isSeparate() ? host.threadInUserCode() : null;
        if (own != null) {
            threads.add(own);
        }
    }

    // ---- what it throws ---------------------------------------------------------------------

    /** Runs code of a task; what it throws fails the topology. Any thread. */
    void guarded(Task task, String call, Runnable code) {
        try {
            code.run();
        } catch (Throwable thrown) {
            threw(task, call, thrown);
        }
        if (!executor.life().isInterrupting()) {
            Thread.interrupted(); // the flag that a call leaves is over with the call
        }
    }

    private void threw(Task task, String call, Throwable thrown) {
        if (interruption.hasThrown(thrown)) {
            LOG.info("{}: its {} was interrupted", executor, call, thrown);
            return;
        }
        executor.life().breakDown();
        if (!executor.topology.hasFailed()) {
            String componentId = executor.component().componentId();
            executor.topology.fail(componentId, task.taskId(), call, thrown);
        }
    }

    /**
     * It threw on the thread that drove the core: it is not called again before it is closed.
     *
     * @return whether the thread still drives the core
     */
    boolean threwHere(Task task, String call, Throwable thrown, Core core, CoreOwner own) {
        threw(task, call, thrown);
        if (!own.toEngine(core)) {
            return lostHere();
        }
        own.clearInterrupt();
        executor.setBlocked(Tasklet.CLOSED, true);
        return true;
    }

    // ---- nested calls that do not return ----------------------------------------------------

    boolean isAwayOn(Thread thread) {
        return coreHost.isAwayOn(thread);
    }

    /** Tells of a wait for others on the same stack. The watcher. */
    void report(NestedCallReport report) {
        Throwable error = report.error();
        LOG.warn("a direct call does not return", error);
        String componentId = executor.component().componentId();
        executor.topology.reportError(componentId, executor.plan().firstTask(), error);
    }

    /** Ends what waits for others. */
    Interruption interruption() {
        return interruption;
    }

    // ---- where it runs ----------------------------------------------------------------------

    /** The calling thread lost the core in it, and is back; returns false. */
    boolean lostHere() {
        FirstCalls.Left left = firstCalls.take();
        if (left == null) {
            coreHost.comeBack(executor::drained);
        } else {
            executor.proxy().cameBack(left, executor::drained);
        }
        return false;
    }

    /** The watcher has taken the core from a thread that is in it. Nobody drives the core. */
    void onAway(Thread thread, boolean offender) {
        awaySinceNs = executor.core().clock().nanoTime();
        coreHost.onAway(thread);
        if (offender && executor.life().is(LifeState.OPEN)) {
            blocked.add(executor.core().clock().nanoTime());
        }
    }

    /** When the watcher took the core from the thread that is in it; 0 if none is. */
    long awaySinceNs() {
        return awaySinceNs;
    }

    /** That thread has come back. */
    void onBack(Runnable then) {
        awaySinceNs = 0;
        executor.setBlocked(Tasklet.AWAY, false);
        coreHost.onBack();
        boolean wasInterrupted = interruption.end();
        if (executor.life().is(LifeState.OPEN)) {
            if (blocked.areEnough()) {
                executor.backPressure().getThreads(executor);
            }
            if (wasInterrupted || blocked.areEnough()) {
                separate();
            }
        }
        then.run();
        executor.resume();
    }

    /** It has been found waiting; while it is opened or closed, that is no habit. The watcher. */
    void onWaiting(long forNs) {
        if (!executor.life().is(LifeState.OPEN)) {
            return;
        }
        long now = executor.executed();
        long executed = now - executedWhenWaiting;
        executedWhenWaiting = now;
        if (executor.backPressure().waits().add(System.nanoTime(), forNs, executed)) {
            executor.proxy().getThreads();
        }
    }

    /** It is to have a thread of its own as soon as it is open and nothing of it runs. */
    void wantThread() {
        if (blocked.mayBeEnough() && !isSeparate()) {
            threadWanted = true;
            executor.core().makeReady(executor);
        }
    }

    /** Whether it should have a thread of its own. */
    boolean shouldBeSeparate() {
        return threadWanted && !isSeparate();
    }

    /** Gives it a thread of its own, for good. */
    void separate() {
        if (!isSeparate()) {
            LOG.info("{} gets a thread of its own", executor);
            start(new ThreadHost(executor));
        }
    }

    private void start(ThreadHost thread) {
        use(thread);
        thread.start();
    }

    private void use(Host thread) {
        executor.setBlocked(Tasklet.DEDICATED, true);
        executor.setBlocked(Tasklet.UNPROVEN, false); // it is never called directly
        executor.core().changeLayout(); // see Endpoint.isDedicated
        host = thread;
    }

    // ---- what it leaves in its thread -------------------------------------------------------

    /** Whether it has a thread for life because of what its code has left there. Any thread. */
    boolean holdsState() {
        return host instanceof ThreadHost thread && thread.holdsState();
    }

    /** Whether somebody sees to it that the core goes on when its code blocks. */
    boolean mayBeWatched() {
        return blocked.mayBeEnough() && executor.core().driver().canLeave();
    }

    /** Whether it keeps a thread for life in which it has left something. */
    boolean mayKeepThread() {
        return executor.settings().keepsThread() && !isSeparate() && mayBeWatched();
    }

    /**
     * Its code has left something in the calling thread, which drives the core: from now on the
     * thread is the executor's, and runs its code until it is stopped.
     *
     * @param before captured before that call
     * @param left what it has left, for the log
     * @param then what follows, on the core
     * @return false if there is no other thread for the core; nothing has happened then
     */
    boolean keepThread(CoreOwner own, ThreadState before, String left, Runnable then) {
        ThreadHost thread = new ThreadHost(executor, Thread.currentThread(), before);
        boolean kept =
                own.leave(
                        () -> {
                            executor.stopRunning();
                            keep(thread, left);
                        });
        if (!kept) {
            LOG.warn(
                    "{} has left {} in its thread, but there is no thread for the core, so that it"
                            + " may run on others",
                    executor,
                    left);
            return false;
        }
        executor.proxy().thenOnCore(then);
        thread.runHere();
        return true;
    }

    /**
     * The thread in which it has left something is its own, while it is not closed. On the core.
     */
    void keep(ThreadHost thread, String left) {
        if (executor.life().is(LifeState.CLOSED)) {
            thread.stop();
            return;
        }
        coreHost.onKept();
        LOG.info("{} keeps its thread for life: its user code has left {} in it", executor, left);
        use(thread);
    }

    /**
     * An inspected call has left something in its thread: the executor gets a thread of its own,
     * with all of that. On the core.
     */
    void moveTo(FirstCalls.Left left) {
        if (mayKeepThread() && !executor.life().is(LifeState.CLOSED)) {
            LOG.info("{} gets a thread for life: its user code has left {}", executor, left.what());
            ThreadHost thread = new ThreadHost(executor);
            thread.arrive(left.arrive());
            start(thread);
            executor.resume();
        }
    }

    /** Goes on in the thread that another executor had, whose tasks this one takes over. */
    void inherit(UserCode from) {
        boolean mayHaveIt = from.host instanceof ThreadHost && from.mayHandOn;
        if (isSeparate()) { // in the thread of another whose tasks it takes over, too
            if (mayHaveIt && from.holdsState()) {
                from.mayHandOn = false;
                ((ThreadHost) from.host).handStateTo((ThreadHost) host);
            }
        } else if (mayHaveIt) {
            ThreadHost thread = (ThreadHost) from.host;
            from.mayHandOn = false;
            thread.moveTo(executor);
            use(thread);
        } else {
            separate();
        }
    }

    /** Its tasks have been taken over by others. */
    void end() {
        if (mayHandOn) {
            stop();
        }
    }
}
