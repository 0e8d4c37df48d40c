package io.eyewall.engine.executor;

import io.eyewall.engine.core.ThreadProbe;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.engine.thread.ThreadState;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs one executor's user code, and nothing else. The core hands it tuples and
 * calls; what the user code emits and acks comes back through its tasks' {@link ForeignCalls}. What
 * else than user code throws here, such as a wait strategy of the user's or an exhausted heap,
 * fails the topology; the thread goes on, for there is still the closing to be done.
 */
final class ThreadHost implements Host {
    private static final int CAPACITY_TUPLES = 256;
    private static final long LONGEST_WAIT_NS = 100_000_000L;

    /** Changes when the tasks of one move to another; while all cores stand still. */
    private volatile Executor executor;

    private final SupervisedThread thread;
    private final DedicatedWork<EngineTuple> work = new DedicatedWork<>(CAPACITY_TUPLES);
    private final WorkSignal signal = new WorkSignal();
    private volatile boolean inUserCode;

    /** Whether user code has left something in the thread for which the executor has it. */
    private volatile boolean holdsState;

    /** What was in the thread before user code left anything in it; null before its first round. */
    private @Nullable ThreadState before;

    ThreadHost(Executor executor) {
        this.executor = executor;
        this.thread = new SupervisedThread("eyewall-" + executor, this::work, 0, this::onDefect);
        this.thread.thread().setContextClassLoader(executor.classLoader());
    }

    /**
     * The calling thread itself, which is one of the engine's and has no core any more.
     *
     * @param own the calling thread
     * @param before what was in it before user code left something
     */
    ThreadHost(Executor executor, Thread own, ThreadState before) {
        assert own == Thread.currentThread();
        this.before = before;
        this.holdsState = true;
        this.executor = executor;
        own.setName("eyewall-" + executor);
        this.thread = new SupervisedThread(this::work, this::onDefect);
    }

    /** Starts a new thread. */
    void start() {
        thread.start();
    }

    /** Works on the calling thread, which is the one that it was made with, until it is stopped. */
    void runHere() {
        thread.runHere();
    }

    /** Takes over what user code has left in another thread. Before it is started. */
    void arrive(Runnable state) {
        holdsState = true;
        call(state, () -> {});
    }

    /** Whether user code has left something in it. Any thread. */
    boolean holdsState() {
        return holdsState;
    }

    /**
     * Ends, and hands on what user code has left in it to another thread, before that one does
     * anything else. While both rest.
     */
    void handStateTo(ThreadHost next) {
        CompletableFuture<Runnable> state = new CompletableFuture<>();
        work.call(
                () -> {
                    ThreadState own = before == null ? ThreadState.capture() : before;
                    state.complete(ThreadState.capture().handOn(own));
                    stop();
                });
        wake();
        next.arrive(() -> state.join().run());
    }

    /** Goes on for another executor, which has all tasks of this one. While it rests. */
    void moveTo(Executor next) {
        executor = next;
        thread.thread().setName("eyewall-" + next);
        pause(false);
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
        work.call(new Call(userCode, then));
        wake();
        return 1;
    }

    @Override
    public void wake() {
        if (signal.give()) {
            LockSupport.unpark(thread.thread());
        }
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
    public boolean isOwnThread() {
        return Thread.currentThread() == thread.thread();
    }

    @Override
    public void stop() {
        thread.stop();
    }

    /** The thread: waits until there is anything to do, but no longer than this. */
    void await(long longestNs) {
        if (signal.startWaiting()) {
            LockSupport.parkNanos(executor, longestNs);
        }
        signal.stopWaiting();
    }

    /** The same where all there may be is announced. */
    void await() {
        await(LONGEST_WAIT_NS);
    }

    /** All in one round, but for what is thrown; returns that no other is to follow. */
    private boolean work() {
        int emptyTurns = 0;
        if (before == null) {
            before = ThreadState.capture();
        }
        while (!thread.isStopped()) {
            signal.clear();
            work.begin();
            inUserCode = true;
            boolean worked = workOnce();
            inUserCode = false;
            if (worked) {
                emptyTurns = 0;
            } else if (!thread.isStopped()) {
                work.end();
                Thread.interrupted(); // meant for user code that has ended
                emptyTurns = executor.idleOnThread(this, emptyTurns);
            }
        }
        return false;
    }

    /** Whether there was anything to do. */
    private boolean workOnce() {
        boolean worked = false;
        while (work.makeCall()) {
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
        return (executor.life().isUsable() && executor.turnOnThread(this)) || worked;
    }

    /** Called again if it throws; returns that the thread goes on. */
    private boolean onDefect(Throwable thrown) {
        inUserCode = false;
        executor.life().breakDown();
        String componentId = executor.component().componentId();
        int taskId = executor.plan().firstTask();
        executor.topology.fail(componentId, taskId, "the thread of its executor", thrown);
        return true;
    }

    /** A call that is made once, and what follows, which is tried until it is on its way. */
    private final class Call implements Runnable {
        private final Runnable userCode;
        private final Runnable then;
        private boolean made;

        Call(Runnable userCode, Runnable then) {
            this.userCode = userCode;
            this.then = then;
        }

        @Override
        public void run() {
            if (!made) {
                made = true;
                userCode.run();
            }
            executor.proxy().thenOnCore(then);
        }
    }
}
