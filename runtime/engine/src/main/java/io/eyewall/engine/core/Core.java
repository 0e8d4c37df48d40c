package io.eyewall.engine.core;

import io.eyewall.engine.acking.BranchTree;
import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.metrics.CoreMetrics;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One core: its ready tasklets, its timers, and the links to the other cores. Exactly one thread at
 * a time, the owner, runs it by calling {@link #step()}; every method is for the owner thread
 * unless its Javadoc says otherwise. Other threads reach the core through {@link #submit}.
 */
public final class Core extends CorePadding implements TreeOwner {
    /** Result of {@link #step()} and of slices: the calling thread no longer owns the core. */
    public static final int LOST = -1;

    /** Bounds the time of a step; the remaining commands run in the next one. */
    private static final int MAX_COMMANDS_PER_STEP = 1024;

    /** Reasons not to call tasklets at the moment: a bit set of {@link CoreBlockReasons}. */
    private long blockReasons;

    private long nowNs;
    private long stepNumber;
    private long busyNs;
    private long sleeps;

    /**
     * Work done by the last step. A long because a flag would be laid out in a gap of {@link
     * CoreSharedState}'s fields.
     */
    private long lastWork;

    /** Context class loader of the owner thread as set by this core; null if not set yet. */
    private @Nullable ClassLoader contextLoader;

    private final Timers timers = new Timers();
    private final IdleTimers idleTimers;
    private final RunQueue runQueue = new RunQueue(this);
    private final CoreTasklets tasklets = new CoreTasklets();
    private final CoreLinks links;
    private final InboundBatches inboundBatches;
    private final HandOverPace handOverPace = new HandOverPace();
    private final Busyness busyness;

    /**
     * Emits of the owner thread that have not returned. A public field for the same reason as
     * {@link EmitStack}'s own fields.
     */
    public final EmitStack emits = new EmitStack();

    private Core(
            Core[] cores,
            int index,
            int batchSize,
            int linkBatches,
            Clock clock,
            LayoutVersion layout) {
        super(index, clock, layout);
        this.idleTimers = new IdleTimers(clock, timers);
        this.links = new CoreLinks(this, cores, batchSize, linkBatches);
        this.inboundBatches = new InboundBatches(this, links);
        this.nowNs = clock.nanoTime();
        this.busyness = new Busyness(nowNs);
    }

    /**
     * Creates cores that can send to one another and have no owner yet.
     *
     * @param count number of cores
     * @param batchSize maximum number of tuples per batch
     * @param linkBatches maximum number of batches in flight from one core to another
     */
    public static List<Core> create(int count, int batchSize, int linkBatches, Clock clock) {
        Core[] cores = new Core[count];
        LayoutVersion layout = new LayoutVersion(count);
        for (int i = 0; i < count; i++) {
            cores[i] = new Core(cores, i, batchSize, linkBatches, clock, layout);
        }
        return List.of(cores);
    }

    /** Returns the core's timers. */
    public Timers timers() {
        return timers;
    }

    /** Returns the timers that end the back-off of idle tasklets. */
    public IdleTimers idleTimers() {
        return idleTimers;
    }

    /** Returns the engine's time at the beginning of the current step, in nanoseconds. */
    public long nowNs() {
        return nowNs;
    }

    /**
     * Makes the calling thread the owner, which then calls {@link #step()} itself: instead of a
     * thread of a {@link CoreGroup}.
     */
    public CoreOwner driveByCaller() {
        CoreOwner owner = new CoreOwner(Thread.currentThread());
        setOwner(owner);
        return owner;
    }

    /** Adds a tasklet and returns its number. Any thread. */
    int add(Tasklet tasklet) {
        return tasklets.add(tasklet, this::setMixedLoaders);
    }

    /** Removes tasklets whose topology has ended. Any thread. */
    public void removeTasklets(List<? extends Tasklet> ended) {
        tasklets.removeTasklets(ended);
    }

    /** Returns the number of tasklets placed on this core. Any thread. */
    public int taskletCount() {
        return tasklets.count();
    }

    /**
     * Returns the tasklets on the owner thread's stack. For the owner, and for the watcher once it
     * has taken the core away.
     */
    List<Tasklet> runningTasklets() {
        return tasklets.running();
    }

    /**
     * Returns the tasklet with a number, or null if it is no longer placed on this core. Any
     * thread.
     */
    @Nullable Tasklet tasklet(int number) {
        return tasklets.withNumber(number);
    }

    /** Returns the links to and from the other cores. */
    CoreLinks links() {
        return links;
    }

    /**
     * Discards what this core records of the owner thread's stack, because the core changes its
     * owner. For the watcher, and for an owner that hands the core over.
     */
    void forgetStack() {
        contextLoader = null;
        emits.orphanEmits();
    }

    /**
     * Discards the stack of an owner that has unwound after a defect in the engine and is about to
     * give up the core.
     */
    void abandonStack() {
        forgetStack();
        runningTasklets().forEach(Tasklet::stopRunning);
    }

    /**
     * Records that the calling thread's context class loader is no longer the one that this core
     * has set.
     */
    public void forgetContextLoader() {
        contextLoader = null;
    }

    /**
     * Returns whether a tasklet may be called directly.
     *
     * @param forbidding the reasons that forbid the call: {@link CoreBlockReasons#OF_SENDERS} or
     *     {@link CoreBlockReasons#OF_SINKS}
     */
    @HotPath
    public boolean mayCallDirectly(int forbidding) {
        return (blockReasons & forbidding) == 0;
    }

    /** Puts a tasklet into the run queue unless it is there already. */
    public void makeReady(Tasklet tasklet) {
        assert tasklet.core() == this : tasklet + " belongs to core " + tasklet.core().index();
        runQueue.add(tasklet);
    }

    /** Stages a tuple for another core. */
    @HotPath
    public void send(Core to, CrossCoreMessage tuple) {
        int reasons = links.send(to, tuple);
        if (reasons != 0) {
            blockReasons |= reasons;
        }
    }

    @Override
    public void finish(TupleTree tree, TreeOwner owner) {
        TreeOwner counting = owner == this ? tree.owner() : owner; // a message may have moved away
        if (counting == this) {
            tree.finishOne();
        } else {
            links.sendFinished((Core) counting, tree);
        }
    }

    /**
     * Finishes a tuple that a bolt acks, as {@link #finish} does. If the acked tuple came from
     * another core, and the only tuple left in its branch is still staged for another core, the
     * staged tuple takes the branch's place in the parent tree.
     */
    @HotPath
    public void finishInput(TupleTree tree, TreeOwner owner) {
        finish(tree, owner);
        if (owner == this && tree.openCount() == 1 && tree instanceof BranchTree branch) {
            links.leaveBranch(branch);
        }
    }

    /** Returns the number of links from this core to others. */
    public int linkCount() {
        return links.count();
    }

    /**
     * Runs one step in bounded time: commands, inbound batches, timers, and one slice of each ready
     * tasklet; finally hands over what was staged for other cores.
     *
     * @return work done; 0 when idle; {@link #LOST} when the calling thread lost the core, after
     *     which it must not call again
     */
    public int step() {
        stepNumber++;
        long beganNs = clock().nanoTime();
        if (lastWork != 0) {
            busyNs += beganNs - nowNs;
        }
        publishBusy(busyness.record(nowNs, beganNs, lastWork == 0 && !isCongested()));
        nowNs = beganNs;
        handOverPace.beginStep(beganNs);
        endHurry();
        blockReasons &= ~CoreBlockReasons.HURRIED;
        recoverFromOverflow(); // an overflow on a thread that has since lost this core
        int commands = runCommands(false);
        int arrived = receive();
        if (arrived == LOST) {
            return LOST;
        }
        int work = commands + arrived;
        int fired = timers.fire(nowNs) + idleTimers.fire();
        if (!isCongested()) {
            beginSlices(); // inbound batches have had their share of the step
            int ran = runQueue.runSlices();
            if (ran == LOST) {
                return LOST;
            }
            work += ran;
        }
        setCongested(links.flush());
        lastWork = work;
        return work + fired;
    }

    /** Allows the slices that follow to take the time of a whole step and to fill a batch. */
    void beginSlices() {
        endHurry();
        blockReasons &= ~CoreBlockReasons.ENOUGH_SENT;
    }

    /** Asks the running slices to end soon, so that a receiver gets its own slice. */
    public void endSlices() {
        blockReasons |= CoreBlockReasons.ENOUGH_SENT;
    }

    /**
     * Returns a number that identifies the current step. A timestamp would not identify it: under a
     * simulated clock several steps have the same one.
     */
    long stepNumber() {
        return stepNumber;
    }

    /** Returns whether the last step found nothing to do except timers that were due. */
    boolean isIdle() {
        return lastWork == 0;
    }

    /**
     * Returns whether the core has had little idle time lately, so that it should trade latency for
     * throughput.
     */
    public boolean isBusy() {
        return busyness.isBusy();
    }

    /**
     * Returns whether the core has hardly any idle time, so that additional work should go
     * elsewhere.
     */
    public boolean isFull() {
        return busyness.isFull();
    }

    /**
     * Returns the nanoseconds spent so far in steps that found something to do. Any thread; may be
     * slightly stale.
     */
    public long busyNs() {
        return busyNs;
    }

    /**
     * Runs submitted commands. They never call user code: what they deliver goes through mailboxes.
     *
     * @param evenHurried whether to run commands even if the step has lasted too long
     * @return number of commands and orphaned emits that were run
     */
    private int runCommands(boolean evenHurried) {
        Runnable command;
        // Restored, since this may be nested in a command that stops the core at a safepoint: there
        // the core is settled, which runs commands.
        long before = blockReasons;
        blockReasons |= CoreBlockReasons.MAILBOXES_ONLY;
        int done = emits.finishOrphaned();
        while (done < MAX_COMMANDS_PER_STEP
                && (evenHurried || !isHurried())
                && (command = commands().relaxedPoll()) != null) {
            command.run();
            done++;
        }
        blockReasons &= before | ~CoreBlockReasons.MAILBOXES_ONLY;
        return done;
    }

    /** Receives what the other cores have sent. */
    private int receive() {
        if (hasMixedLoaders() || contextLoader == null) {
            return receiveIntoMailboxes();
        }
        useContextLoader(contextLoader);
        int received = inboundBatches.receive();
        if (received > 0) {
            restoreThread();
        }
        return received;
    }

    /**
     * Receives without direct calls, because the context class loader is set only when an executor
     * gets its slice.
     */
    private int receiveIntoMailboxes() {
        long before = blockReasons;
        blockReasons |= CoreBlockReasons.MAILBOXES_ONLY;
        int received = inboundBatches.receive();
        blockReasons &= before | ~CoreBlockReasons.MAILBOXES_ONLY;
        return received;
    }

    /**
     * Called after a call into user code that was not nested in another one; hands over what is
     * staged for other cores if it has been staged for too long.
     */
    @HotPath
    public void afterCall() {
        if (handOverPace.isCheckDue() && handOverPace.isHandOverDue(clock().nanoTime())) {
            setCongested(links.flush());
        }
    }

    /** Called after a tuple from another core has been received. */
    @HotPath
    void afterArrival() {
        afterCall();
        if (isHurried()) {
            blockReasons |= CoreBlockReasons.HURRIED; // the remaining tuples go into mailboxes
        }
        recoverFromOverflow();
    }

    /**
     * Runs commands, moves inbound tuples into mailboxes, and hands over what is staged. Called at
     * a safepoint, while all cores stand still.
     *
     * @return work done
     */
    int settle() {
        int work = runCommands(true) + receiveIntoMailboxes();
        setCongested(links.flush());
        return work;
    }

    /** Sets the owner thread's context class loader before it calls code of that loader. */
    void useContextLoader(ClassLoader loader) {
        contextLoader = loader;
        Thread thread = Thread.currentThread();
        if (thread.getContextClassLoader() != loader) { // user code may have set another
            thread.setContextClassLoader(loader);
        }
    }

    /**
     * Restores the owner thread's attributes after user code has returned, so that the next call
     * finds them unchanged.
     */
    void restoreThread() {
        owner().restoreAttributes();
    }

    /**
     * Recovers from a stack overflow once nothing is on the stack any more: repairs the state that
     * other topologies depend on, and fails the tasklet in which the overflow happened.
     */
    void recoverFromOverflow() {
        StackOverflowError thrown = emits.overflow;
        if (thrown == null) {
            return;
        }
        Tasklet overflowed = emits.takeOverflowed();
        links.recover();
        for (Tasklet tasklet : tasklets.running()) {
            tasklet.stopRunning(); // the overflow skipped this call
            makeReady(tasklet);
        }
        overflowed.onOverflow(thrown);
    }

    private void setCongested(boolean congested) {
        blockReasons =
                congested
                        ? blockReasons | CoreBlockReasons.CONGESTED
                        : blockReasons & ~CoreBlockReasons.CONGESTED;
    }

    /** Returns whether tasklets wait for a slice. A ready tasklet may still find nothing to do. */
    public boolean hasReadyTasklets() {
        return !runQueue.isEmpty();
    }

    /**
     * Returns whether a slice may make another call: no link is congested, no batch has become
     * full, and the step has not lasted too long.
     */
    @HotPath
    public boolean mayContinue() {
        return (blockReasons & CoreBlockReasons.OF_SLICES) == 0 && !isHurried();
    }

    /**
     * Sleeps until there is work, until a link has the room that was lacking, or until a time
     * limit.
     *
     * @param maxNs the limit in nanoseconds; {@code Long.MAX_VALUE} for none
     */
    void park(long maxNs) {
        if (!isCongested()) {
            busyness.onSleep();
            publishBusy(false);
        }
        setParked(true);
        links.awaitRoom();
        VarHandle.fullFence(); // writes `parked` before the check for work
        if (commands().isEmpty() && !links.hasArrivals() && !links.hasEnoughRoom()) {
            sleeps++;
            if (maxNs == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, maxNs);
            }
        }
        setParked(false);
    }

    /** Returns the core's counters so far. Any thread; may be slightly stale. */
    public CoreMetrics metrics() {
        return new CoreMetrics(index(), taskletCount(), busyNs, sleeps);
    }

    /** Returns whether tuples wait for room in a link, so that no more should be produced. */
    public boolean isCongested() {
        return (blockReasons & CoreBlockReasons.CONGESTED) != 0;
    }
}
