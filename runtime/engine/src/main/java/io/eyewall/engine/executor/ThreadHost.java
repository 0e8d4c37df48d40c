package io.eyewall.engine.executor;

import io.eyewall.engine.core.ThreadProbe;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.engine.thread.ThreadState;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A dedicated thread, which runs the user code of one executor and nothing else. The core hands it
 * tuples and calls; emits and acks of the user code return through the tasks' {@link ForeignCalls}.
 * An exception from anything but user code, such as a wait strategy of the user or an exhausted
 * heap, fails the topology; the thread continues, because the tasks still have to be closed.
 */
public final class ThreadHost implements Host {
    private static final int CAPACITY_TUPLES = 256;

    /** Time after which a waiting thread checks for work even if it was not woken. */
    private static final long MAX_WAIT_NS = 100_000_000L;

    /**
     * The executor; replaced while all cores stand still, when another executor takes over its
     * tasks.
     */
    private volatile Executor executor;

    private final SupervisedThread thread;
    private final DedicatedWork<EngineTuple> work = new DedicatedWork<>(CAPACITY_TUPLES);
    private final WorkSignal signal = new WorkSignal();
    private volatile boolean inUserCode;

    /** Whether the executor has the thread because user code has left state in it. */
    private volatile boolean holdsState;

    /**
     * The thread's state before any user code ran in it; null before the first pass of its loop.
     */
    private @Nullable ThreadState before;

    public ThreadHost(Executor executor) {
        this.executor = executor;
        this.thread = new SupervisedThread("eyewall-" + executor, this::runLoop, 0, this::onDefect);
        this.thread.thread().setContextClassLoader(executor.classLoader());
    }

    /**
     * Makes the calling thread the executor's dedicated thread. The calling thread is one of the
     * engine's threads and no longer owns a core.
     *
     * @param thisThread the calling thread
     * @param before its state before user code left anything in it
     */
    public ThreadHost(Executor executor, Thread thisThread, ThreadState before) {
        assert thisThread == Thread.currentThread();
        this.before = before;
        this.holdsState = true;
        this.executor = executor;
        thisThread.setName("eyewall-" + executor);
        this.thread = new SupervisedThread(this::runLoop, this::onDefect);
    }

    /** Starts a new thread. */
    void start() {
        thread.start();
    }

    /** Works on the calling thread, for which this host was made, until it is stopped. */
    void runHere() {
        thread.runHere();
    }

    /**
     * Installs the state that user code has left in another thread. Before this thread is started.
     */
    void installState(Runnable state) {
        holdsState = true;
        call(state, () -> {});
    }

    /** Returns whether user code has left state in the thread. Any thread. */
    boolean holdsState() {
        return holdsState;
    }

    /**
     * Ends this thread. The other thread takes over the state that user code has left in this one
     * before it does anything else. Called while neither runs user code.
     */
    void handStateTo(ThreadHost next) {
        CompletableFuture<Runnable> state = new CompletableFuture<>();
        work.addCall(
                () -> {
                    ThreadState initial = before == null ? ThreadState.capture() : before;
                    state.complete(ThreadState.capture().copyLeftSince(initial));
                    stop();
                });
        wake();
        next.installState(() -> state.join().run());
    }

    /**
     * Continues for another executor, which has taken over all tasks of this one. Called while the
     * thread runs no user code.
     */
    void moveTo(Executor next) {
        executor = next;
        thread.thread().setName("eyewall-" + next);
        pause(false);
    }

    @Override
    public int runSlice() {
        return executor.handOver(this);
    }

    /**
     * Hands over a tuple. On the core.
     *
     * @param limit maximum number of tuples that may wait here
     * @return false if there is no room; the executor is resumed as soon as there is
     */
    public boolean offer(EngineTuple tuple, int limit) {
        return work.offer(tuple, limit);
    }

    @Override
    public int call(Runnable userCode, Runnable then) {
        work.addCall(new CallOnce(userCode, then));
        wake();
        return 1;
    }

    @Override
    public void wake() {
        if (signal.raise()) {
            LockSupport.unpark(thread.thread());
        }
    }

    @Override
    public void pause(boolean paused) {
        work.pause(paused);
        wake();
    }

    @Override
    public boolean isQuiescent() {
        return work.isQuiescent();
    }

    @Override
    public boolean isIdle() {
        return work.isIdle();
    }

    @Override
    public int waitingCount() {
        return work.waitingCount();
    }

    @Override
    public @Nullable EngineTuple takeBackTuple() {
        return work.takeBackTuple();
    }

    @Override
    public long threadNs() {
        return ThreadProbe.cpuNs(thread.thread());
    }

    @Override
    public void interrupt() {
        if (inUserCode) {
            thread.thread().interrupt();
        }
    }

    @Override
    public @Nullable Thread threadInUserCode() {
        return inUserCode ? thread.thread() : null;
    }

    @Override
    public boolean isDedicatedThread() {
        return Thread.currentThread() == thread.thread();
    }

    @Override
    public void stop() {
        thread.stop();
    }

    /**
     * Waits until there is work, but no longer than {@code maxNs}. Called by the dedicated thread.
     */
    public void await(long maxNs) {
        if (signal.startWaiting()) {
            LockSupport.parkNanos(executor, maxNs);
        }
        signal.stopWaiting();
    }

    /** Waits for work if all work is announced by {@link #wake}. Called by the dedicated thread. */
    public void await() {
        await(MAX_WAIT_NS);
    }

    /**
     * Runs the thread's loop until it is stopped; only an exception ends it early. Returns false,
     * so that it is not called again.
     */
    private boolean runLoop() {
        int idlePasses = 0;
        if (before == null) {
            before = ThreadState.capture();
        }
        while (!thread.isStopped()) {
            signal.clear();
            work.markWorking();
            inUserCode = true;
            boolean worked = runOnce();
            inUserCode = false;
            if (worked) {
                idlePasses = 0;
            } else if (!thread.isStopped()) {
                work.markIdle();
                Thread.interrupted(); // meant for user code that has returned
                idlePasses = executor.idleOnThread(this, idlePasses);
            }
        }
        return false;
    }

    /** Makes one pass of the loop; returns whether there was anything to do. */
    private boolean runOnce() {
        boolean worked = false;
        while (work.runNextCall()) {
            worked = true;
        }
        EngineTuple tuple = work.nextTuple();
        if (tuple != null) {
            if (executor.life().isUsable()) {
                executor.executeOnThread(tuple);
            }
            if (work.mustReportRoom()) {
                executor.proxy().onRoomOnThread();
            }
            worked = true;
        }
        return (executor.life().isUsable() && executor.runOnThread(this)) || worked;
    }

    /**
     * Fails the topology. Returns true, so that the thread continues. If this method throws itself,
     * it is called again.
     */
    private boolean onDefect(Throwable thrown) {
        inUserCode = false;
        executor.life().markBroken();
        String componentId = executor.component().componentId();
        int taskId = executor.plan().firstTask();
        executor.topology.fail(componentId, taskId, "the executor's dedicated thread", thrown);
        return true;
    }

    /**
     * A call that is made only once even if it is run again, and the action that follows it, whose
     * submission is tried again until it succeeds.
     */
    private final class CallOnce implements Runnable {
        private final Runnable userCode;
        private final Runnable then;
        private boolean made;

        CallOnce(Runnable userCode, Runnable then) {
            this.userCode = userCode;
            this.then = then;
        }

        @Override
        public void run() {
            if (!made) {
                made = true;
                userCode.run();
            }
            executor.proxy().continueOnCore(then);
        }
    }
}
