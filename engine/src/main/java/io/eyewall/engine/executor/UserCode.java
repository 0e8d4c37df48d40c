package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.core.Tasklet;
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
    private final BlockingMeter blocking = new BlockingMeter();
    private final BlockingHistory blocked;
    private final CoreHost coreHost;
    private volatile Host host;

    /**
     * @param blockingOffences calls over the threshold before the code is given its own thread
     */
    UserCode(Executor executor, int blockingOffences) {
        this.executor = executor;
        blocked = new BlockingHistory(blockingOffences);
        this.coreHost = new CoreHost(executor);
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

    /** Sees how long calls take. */
    BlockingMeter blocking() {
        return blocking;
    }

    /** As {@link Host#call}. */
    int call(Runnable userCode, Runnable then) {
        return host.call(userCode, then);
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

    /** Ends after what is being done. */
    void stop() {
        host.stop();
    }

    // ---- what it throws ---------------------------------------------------------------------

    /** Runs code of a task; what it throws fails the topology. Any thread. */
    void guarded(Task task, String call, Runnable code) {
        try {
            code.run();
        } catch (Throwable thrown) {
            threw(task, call, thrown);
        }
    }

    private void threw(Task task, String call, Throwable thrown) {
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
    boolean threwHere(Task task, String call, Throwable thrown, Core core, Driver own) {
        threw(task, call, thrown);
        if (!own.toEngine(core)) {
            return lostHere();
        }
        executor.setHeld(Tasklet.CLOSED, true);
        return true;
    }

    // ---- where it runs ----------------------------------------------------------------------

    /** The calling thread lost the core in it, and is back; returns false. */
    boolean lostHere() {
        coreHost.comeBack(executor::drained);
        return false;
    }

    /** The watcher has taken the core from a thread that is in it. Nobody drives the core. */
    void onAway(Thread thread, boolean offender) {
        coreHost.onAway(thread);
        if (offender && executor.life().is(LifeState.OPEN)) {
            blocked.add(executor.core().clock().nanoTime());
        }
    }

    /** That thread has come back. */
    void onBack(Runnable then) {
        executor.setHeld(Tasklet.AWAY, false);
        coreHost.onBack();
        if (blocked.areEnough() && executor.life().is(LifeState.OPEN)) {
            separate();
        }
        then.run();
        executor.resume();
    }

    /** Whether it should have a thread of its own, by its timed calls, and may get one. */
    boolean shouldBeSeparate() {
        return blocking.isBlocking() && blocked.mayBeEnough() && !isSeparate();
    }

    /** Gives it a thread of its own, for good. */
    void separate() {
        if (!isSeparate()) {
            LOG.info("{} gets a thread of its own", executor);
            executor.setHeld(Tasklet.DEDICATED, true);
            ThreadHost thread = new ThreadHost(executor);
            host = thread;
            thread.start();
        }
    }
}
