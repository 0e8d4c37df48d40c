package io.eyewall.engine.executor;

import io.eyewall.engine.delivery.EngineTuple;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that runs one executor's user code, and nothing else. The core hands it tuples and
 * calls; what the user code emits and acks comes back through its tasks' {@link ForeignCalls}.
 */
final class DedicatedThread implements Runnable {
    private static final int CAPACITY_TUPLES = 256;
    private static final long LONGEST_PARK_NS = 100_000_000L;

    private final Executor executor;
    private final Thread thread;
    private final DedicatedWork<EngineTuple> work = new DedicatedWork<>(CAPACITY_TUPLES);
    private volatile boolean inUserCode;
    private volatile boolean stopped;

    DedicatedThread(Executor executor) {
        this.executor = executor;
        this.thread = new Thread(this, "eyewall-" + executor);
        this.thread.setDaemon(true);
        this.thread.setContextClassLoader(executor.host.classLoader());
    }

    void start() {
        thread.start();
    }

    /**
     * Core: hands over a tuple; false if there is no room, and the executor is resumed when there
     * is.
     */
    boolean offer(EngineTuple tuple) {
        return work.offer(tuple);
    }

    /** Core: runs user code there, then something here. */
    void call(Runnable userCode, Runnable then) {
        work.call(
                () -> {
                    userCode.run();
                    executor.core().submit(then);
                });
        wake();
    }

    /** Makes the thread look for work. Any thread. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Makes the thread rest after the call that it is in, or go on. Any thread. */
    void pause(boolean now) {
        work.pause(now);
        wake();
    }

    /** Whether the paused thread rests. */
    boolean isResting() {
        return work.isResting();
    }

    /** Takes back a tuple that it has not executed, or null. While it rests. */
    EngineTuple takeBack() {
        return work.takeBack();
    }

    /** Ends the thread after what it is doing. Any thread. */
    void stop() {
        stopped = true;
        wake();
    }

    /** Interrupts the user code that it is in, if it is in any. Any thread. */
    void interruptUserCode() {
        if (inUserCode) {
            thread.interrupt();
        }
    }

    int waiting() {
        return work.waiting();
    }

    boolean isIdle() {
        return work.isIdle();
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void run() {
        int emptyTurns = 0;
        while (!stopped) {
            work.begin();
            inUserCode = true;
            boolean worked = turn();
            inUserCode = false;
            if (stopped) {
                return;
            }
            if (worked) {
                emptyTurns = 0;
            } else {
                work.end();
                Thread.interrupted(); // meant for user code that has ended
                emptyTurns = executor.idleDedicated(emptyTurns, LONGEST_PARK_NS);
            }
        }
    }

    /** Whether there was anything to do. */
    private boolean turn() {
        boolean worked = false;
        Runnable call;
        while ((call = work.nextCall()) != null) {
            call.run();
            worked = true;
        }
        EngineTuple tuple = work.nextTuple();
        if (tuple != null) {
            if (executor.isOpen()) {
                executor.executeDedicated(tuple);
            }
            if (work.makesRoom()) {
                executor.core().submit(executor::resume);
            }
            worked = true;
        }
        return (executor.isOpen() && executor.turnDedicated()) || worked;
    }
}
