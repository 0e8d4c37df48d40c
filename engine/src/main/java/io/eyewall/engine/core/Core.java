package io.eyewall.engine.core;

import io.eyewall.engine.acking.BranchTree;
import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.metrics.CoreMetrics;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One core: its ready tasklets, its timers, and the links to the other cores. Exactly one thread
 * drives it at a time, by calling {@link #step()}; every method is for that thread unless it says
 * otherwise. Other threads reach it through {@link #submit}.
 */
public final class Core extends CorePadding implements TreeOwner {
    /** Result of {@link #step()} and of slices: the calling thread lost the core. */
    public static final int LOST = -1;

    private static final int COMMANDS_PER_STEP = 1024;

    /** What speaks against calls: see {@link CoreBlockReasons}. */
    private long blockReasons;

    private long nowNs;
    private long stepNumber;
    private long busyNs;
    private long sleeps;

    /** What the last step did; a long, since a flag would fill a gap of {@link CoreSharedState}. */
    private long lastWork;

    /** Context class loader of the driving thread as set by this core; null if not set yet. */
    private @Nullable ClassLoader contextLoader;

    private final Timers timers = new Timers();
    private final IdleTimers rests;
    private final RunQueue turns = new RunQueue(this);
    private final CoreTasklets tasklets = new CoreTasklets();
    private final CoreLinks links;
    private final InboundBatches arrivals;
    private final HandOverPace pace = new HandOverPace();
    private final Busyness busyness;

    /** Emits of the driving thread that have not returned. A field for all: see its own. */
    public final EmitStack emits = new EmitStack();

    private Core(
            Core[] cores,
            int index,
            int batchSize,
            int linkBatches,
            Clock clock,
            LayoutVersion layout) {
        super(index, clock, layout);
        this.rests = new IdleTimers(clock, timers);
        this.links = new CoreLinks(this, cores, batchSize, linkBatches);
        this.arrivals = new InboundBatches(this, links);
        this.nowNs = clock.nanoTime();
        this.busyness = new Busyness(nowNs);
    }

    /**
     * Makes cores that can send to one another; nobody drives them yet.
     *
     * @param count how many
     * @param batchSize tuples per batch, at most
     * @param linkBatches batches in flight from one core to another
     */
    public static List<Core> create(int count, int batchSize, int linkBatches, Clock clock) {
        Core[] cores = new Core[count];
        LayoutVersion layout = new LayoutVersion(count);
        for (int i = 0; i < count; i++) {
            cores[i] = new Core(cores, i, batchSize, linkBatches, clock, layout);
        }
        return List.of(cores);
    }

    /** Its timers. */
    public Timers timers() {
        return timers;
    }

    /** When its tasklets look again for something to do. */
    public IdleTimers rests() {
        return rests;
    }

    /** The engine's time when the current step began, in nanoseconds. */
    public long nowNs() {
        return nowNs;
    }

    /** Lets the calling thread drive this core by calling {@link #step()} itself: for tests. */
    public CoreOwner driveByCaller() {
        CoreOwner own = new CoreOwner(Thread.currentThread());
        setDriver(own);
        return own;
    }

    /** Takes in a tasklet; returns its number. Any thread. */
    int adopt(Tasklet tasklet) {
        return tasklets.adopt(tasklet, this::setMixedLoaders);
    }

    /** Forgets tasklets whose topology is over. Any thread. */
    public void disown(List<? extends Tasklet> gone) {
        tasklets.disown(gone);
    }

    /** How many tasklets are placed here. Any thread. */
    public int taskletCount() {
        return tasklets.count();
    }

    /** Tasklets on the stack of the driving thread. For the watcher. */
    List<Tasklet> runningTasklets() {
        return tasklets.running();
    }

    /** The tasklet with that number; null if it is not placed here any more. Any thread. */
    @Nullable Tasklet tasklet(int number) {
        return tasklets.numbered(number);
    }

    /** What connects it with the other cores. */
    CoreLinks links() {
        return links;
    }

    /** The driving thread left frames behind that no longer count. For the watcher. */
    void forgetStack() {
        contextLoader = null;
        emits.handOver();
    }

    /** The driving thread has unwound its stack after a defect, and will give up the core. */
    void abandonStack() {
        forgetStack();
        runningTasklets().forEach(Tasklet::stopRunning);
    }

    /** The calling thread has got another context class loader than this core has given it. */
    public void forgetContextLoader() {
        contextLoader = null;
    }

    /**
     * Whether a tasklet may be called directly. hot path: EmitToExecuteBenchmark
     *
     * @param unless {@link CoreBlockReasons#OF_SENDERS} or {@link CoreBlockReasons#OF_OTHERS}
     */
    public boolean mayCallDirectly(int unless) {
        return (blockReasons & unless) == 0;
    }

    /** Puts a tasklet into the ready queue unless it is there. */
    public void makeReady(Tasklet tasklet) {
        assert tasklet.core() == this : tasklet + " belongs to core " + tasklet.core().index();
        turns.add(tasklet);
    }

    /** Stages a tuple for another core. hot path: EmitToExecuteBenchmark */
    public void send(Core to, CrossCoreMessage tuple) {
        int restraint = links.send(to, tuple);
        if (restraint != 0) {
            blockReasons |= restraint;
        }
    }

    @Override
    public void finish(TupleTree tree, TreeOwner owner) {
        TreeOwner counts = owner == this ? tree.owner() : owner; // a message may have moved away
        if (counts == this) {
            tree.finishOne();
        } else {
            links.tell((Core) counts, tree);
        }
    }

    /**
     * As {@link #finish}, of a tuple that a bolt acks. If it came from another core, and one tuple
     * follows from it that is about to leave, that one takes its place. hot path.
     */
    public void finishInput(TupleTree tree, TreeOwner owner) {
        finish(tree, owner);
        if (owner == this && tree.openCount() == 1 && tree instanceof BranchTree branch) {
            links.leave(branch);
        }
    }

    /** How many links it has made to other cores. */
    public int linkCount() {
        return links.count();
    }

    /**
     * Does what there is to do, in bounded time: commands, arrivals, timers, one slice of each
     * ready tasklet, and at last hands over what was staged for other cores.
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
        publishBusy(busyness.after(nowNs, beganNs, lastWork == 0 && !isCongested()));
        nowNs = beganNs;
        pace.beginStep(beganNs);
        endHurry();
        blockReasons &= ~CoreBlockReasons.HURRIED;
        recoverFromOverflow(); // of a thread that has lost this core
        int commands = runCommands(false);
        int arrived = receive();
        if (arrived == LOST) {
            return LOST;
        }
        int work = commands + arrived;
        int fired = timers.fire(nowNs) + rests.fire();
        if (!isCongested()) {
            beginTurns(); // arrivals have had their share
            int ran = turns.give();
            if (ran == LOST) {
                return LOST;
            }
            work += ran;
        }
        setCongested(links.flush());
        lastWork = work;
        return work + fired;
    }

    /** Those who get turns now have all of a step's time, and a batch to fill. */
    void beginTurns() {
        endHurry();
        blockReasons &= ~CoreBlockReasons.ENOUGH_SENT;
    }

    /** The tasklets that have a turn are to end it soon: a receiver is to have its own. */
    public void endTurns() {
        blockReasons |= CoreBlockReasons.ENOUGH_SENT;
    }

    /** Tells the step in hand from others; its time would not where time is simulated. */
    long stepNumber() {
        return stepNumber;
    }

    /** Whether the last step found nothing to do, but for timers that were due. */
    boolean isIdle() {
        return lastWork == 0;
    }

    /** Whether it has little idle time: time to trade latency for throughput. */
    public boolean isBusy() {
        return busyness.isBusy();
    }

    /** Whether it has hardly any idle time: what comes in addition should go elsewhere. */
    public boolean isFull() {
        return busyness.isFull();
    }

    /** Nanoseconds in steps that found something to do, so far. Any thread; may be a moment old. */
    public long busyNs() {
        return busyNs;
    }

    /**
     * Commands never call user code: what they deliver goes through mailboxes.
     *
     * @param evenHurried whether a step that lasts too long is no reason to leave some for later
     */
    private int runCommands(boolean evenHurried) {
        Runnable command;
        long before =
                blockReasons; // a command that stands still may be settled: then this is nested
        blockReasons |= CoreBlockReasons.NO_TASKLET;
        int done = emits.finishLeft();
        while (done < COMMANDS_PER_STEP
                && (evenHurried || !isHurried())
                && (command = commands().relaxedPoll()) != null) {
            command.run();
            done++;
        }
        blockReasons &= before | ~CoreBlockReasons.NO_TASKLET;
        return done;
    }

    /** Takes what the other cores have sent. */
    private int receive() {
        if (hasMixedLoaders() || contextLoader == null) {
            return receiveIntoMailboxes();
        }
        useContextLoader(contextLoader);
        int received = arrivals.receive();
        if (received > 0) {
            restoreThread();
        }
        return received;
    }

    /** Without direct calls: the context class loader is set when an executor gets its turn. */
    private int receiveIntoMailboxes() {
        long before = blockReasons;
        blockReasons |= CoreBlockReasons.NO_TASKLET;
        int received = arrivals.receive();
        blockReasons &= before | ~CoreBlockReasons.NO_TASKLET;
        return received;
    }

    /** A call into user code has ended that no other call had made. hot path. */
    public void afterCall() {
        if (pace.isTimeToLook() && pace.look(clock().nanoTime())) {
            setCongested(links.flush());
        }
    }

    /** A tuple that came from elsewhere has been dealt with. hot path. */
    void afterArrival() {
        afterCall();
        if (isHurried()) {
            blockReasons |= CoreBlockReasons.HURRIED; // the rest waits in mailboxes
        }
        recoverFromOverflow();
    }

    /**
     * Runs commands, takes in what has come, into mailboxes, and hands over. All stand still.
     *
     * @return how much that was
     */
    int settle() {
        int work = runCommands(true) + receiveIntoMailboxes();
        setCongested(links.flush());
        return work;
    }

    /** The driving thread goes on with code of that loader. */
    void useContextLoader(ClassLoader loader) {
        contextLoader = loader;
        Thread thread = Thread.currentThread();
        if (thread.getContextClassLoader() != loader) { // user code may have set another
            thread.setContextClassLoader(loader);
        }
    }

    /** User code has returned: the next call finds the thread as if it were the first one. */
    void restoreThread() {
        driver().restoreAttributes();
    }

    /**
     * Nothing is on the stack any more. What an overflow has left undone is put right where other
     * topologies depend on it; the one that it happened to fails.
     */
    void recoverFromOverflow() {
        StackOverflowError thrown = emits.overflow;
        if (thrown == null) {
            return;
        }
        Tasklet of = emits.takeOverflowed();
        links.recover();
        for (Tasklet tasklet : tasklets.running()) {
            tasklet.stopRunning(); // its end was left out
            makeReady(tasklet);
        }
        of.onOverflow(thrown);
    }

    private void setCongested(boolean now) {
        blockReasons =
                now
                        ? blockReasons | CoreBlockReasons.CONGESTED
                        : blockReasons & ~CoreBlockReasons.CONGESTED;
    }

    /** Whether tasklets wait for their turn: one may be ready and yet find nothing to do. */
    public boolean hasReadyTasklets() {
        return !turns.isEmpty();
    }

    /**
     * Whether a slice may make another call: nothing is congested, no receiver has got enough, and
     * the step has not lasted too long. hot path: EmitToExecuteBenchmark
     */
    public boolean mayGoOn() {
        return (blockReasons & CoreBlockReasons.OF_TURNS) == 0 && !isHurried();
    }

    /** Sleeps until there is work, or room that is lacking, or for so long; the longest: always. */
    void park(long atMostNs) {
        if (!isCongested()) {
            busyness.sleep();
            publishBusy(false);
        }
        setParked(true);
        links.awaitRoom();
        VarHandle.fullFence(); // `parked` before, the look for work after
        if (commands().isEmpty() && !links.hasArrivals() && !links.hasEnoughRoom()) {
            sleeps++;
            if (atMostNs == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, atMostNs);
            }
        }
        setParked(false);
    }

    /** What it has counted so far. Any thread; may be a moment old. */
    public CoreMetrics metrics() {
        return new CoreMetrics(index(), taskletCount(), busyNs, sleeps);
    }

    /** Whether tuples wait for room in a link, so that no more are to be produced. */
    public boolean isCongested() {
        return (blockReasons & CoreBlockReasons.CONGESTED) != 0;
    }
}
