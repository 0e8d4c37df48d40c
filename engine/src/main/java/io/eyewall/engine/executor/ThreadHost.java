package io.eyewall.engine.executor;

import io.eyewall.engine.delivery.EngineTuple;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs one executor's user code, and nothing else. The core hands it tuples and
 * calls; what the user code emits and acks comes back through its tasks' {@link ForeignCalls}.
 */
final class ThreadHost implements Host, Runnable {
    private static final int CAPACITY_TUPLES = 256;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean CPU_TIME =
            THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
    private static final long LONGEST_PARK_NS = 100_000_000L;

    private final Executor executor;
    private final Thread thread;
    private final DedicatedWork<EngineTuple> work = new DedicatedWork<>(CAPACITY_TUPLES);
    private volatile boolean inUserCode;
    private volatile boolean stopped;

    ThreadHost(Executor executor) {
        this.executor = executor;
        this.thread = new Thread(this, "eyewall-" + executor);
        this.thread.setDaemon(true);
        this.thread.setContextClassLoader(executor.classLoader());
    }

    void start() {
        thread.start();
    }

    @Override
    public int turn() {
        return executor.handOver(this);
    }

    /**
     * Core: hands over a tuple; false if there is no room, and the executor is resumed when there
     * is.
     *
     * @param most tuples that may wait here
     */
    boolean offer(EngineTuple tuple, int most) {
        return work.offer(tuple, most);
    }

    @Override
    public int call(Runnable userCode, Runnable then) {
        work.call(
                () -> {
                    userCode.run();
                    executor.proxy().thenOnCore(then);
                });
        wake();
        return 1;
    }

    @Override
    public void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public void pause(boolean now) {
        work.pause(now);
        wake();
    }

    @Override
    public boolean isResting() {
        return work.isResting();
    }

    @Override
    public boolean isIdle() {
        return work.isIdle();
    }

    @Override
    public int waiting() {
        return work.waiting();
    }

    @Override
    public @Nullable EngineTuple takeBack() {
        return work.takeBack();
    }

    @Override
    public long threadNs() {
        return CPU_TIME ? THREADS.getThreadCpuTime(thread.getId()) : -1;
    }

    @Override
    public void interrupt() {
        if (inUserCode) {
            thread.interrupt();
        }
    }

    @Override
    public boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void stop() {
        stopped = true;
        wake();
    }

    @Override
    public void run() {
        int emptyTurns = 0;
        while (!stopped) {
            work.begin();
            inUserCode = true;
            boolean worked = workOnce();
            inUserCode = false;
            if (stopped) {
                return;
            }
            if (worked) {
                emptyTurns = 0;
            } else {
                work.end();
                Thread.interrupted(); // meant for user code that has ended
                emptyTurns = executor.idleOnThread(emptyTurns, LONGEST_PARK_NS);
            }
        }
    }

    /** Whether there was anything to do. */
    private boolean workOnce() {
        boolean worked = false;
        Runnable call;
        while ((call = work.nextCall()) != null) {
            call.run();
            worked = true;
        }
        EngineTuple tuple = work.nextTuple();
        if (tuple != null) {
            if (executor.life().isUsable()) {
                ((BoltTask) tuple.destination()).executeOnThread(tuple);
            }
            if (work.makesRoom()) {
                executor.proxy().roomOnThread();
            }
            worked = true;
        }
        return (executor.life().isUsable() && executor.turnOnThread()) || worked;
    }
}
