package io.eyewall.engine.executor;

import io.eyewall.engine.delivery.EngineTuple;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.SpscArrayQueue;

/**
 * A thread that runs one executor's user code, and nothing else. The core hands it tuples and
 * calls; what the user code emits and acks comes back through the executor's {@link ForeignPort}.
 */
final class DedicatedThread implements Runnable {
    private static final int CAPACITY_TUPLES = 256;
    private static final long LONGEST_PARK_NS = 100_000_000L;

    private final Executor executor;
    private final Thread thread;
    private final SpscArrayQueue<EngineTuple> tuples = new SpscArrayQueue<>(CAPACITY_TUPLES);
    private final ConcurrentLinkedQueue<Runnable> calls = new ConcurrentLinkedQueue<>();
    private volatile boolean coreWaits;
    private volatile boolean idle = true;
    private volatile boolean inUserCode;
    private volatile boolean stopped;
    private volatile boolean paused;

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
        if (tuples.offer(tuple)) {
            return true;
        }
        coreWaits = true;
        return tuples.offer(tuple); // room may have been made just before coreWaits was seen
    }

    /** Core: runs user code there, then something here. */
    void call(Runnable userCode, Runnable then) {
        calls.add(
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
        paused = now;
        wake();
    }

    /**
     * Whether the paused thread rests: one of the two, this thread by {@code paused}, that one by
     * {@code idle}, always sees the other.
     */
    boolean isResting() {
        return paused && idle && calls.isEmpty();
    }

    /** Takes back a tuple that it has not executed, or null. While it rests. */
    EngineTuple takeBack() {
        return tuples.poll();
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
        return tuples.size() + calls.size();
    }

    boolean isIdle() {
        return idle && waiting() == 0;
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void run() {
        int emptyTurns = 0;
        while (!stopped) {
            idle = false;
            inUserCode = true;
            boolean worked = work();
            inUserCode = false;
            if (stopped) {
                return;
            }
            if (worked) {
                emptyTurns = 0;
            } else {
                idle = true;
                Thread.interrupted(); // meant for user code that has ended
                emptyTurns = executor.idleDedicated(emptyTurns, LONGEST_PARK_NS);
            }
        }
    }

    private boolean work() {
        boolean worked = false;
        Runnable call;
        while ((call = calls.poll()) != null) {
            call.run();
            worked = true;
        }
        EngineTuple tuple = paused ? null : tuples.poll();
        if (tuple != null) {
            if (executor.isOpen()) {
                executor.executeDedicated(tuple);
            }
            if (coreWaits && tuples.size() <= CAPACITY_TUPLES / 2) {
                coreWaits = false;
                executor.core().submit(executor::resume);
            }
            worked = true;
        }
        return (executor.isOpen() && executor.turnDedicated()) || worked;
    }
}
