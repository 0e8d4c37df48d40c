package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import java.util.Collection;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.apache.storm.spout.SpoutOutputCollector;

/**
 * Runs spouts (Storm: executor/spout/SpoutExecutor.java). A turn calls nextTuple while it emits;
 * ack and fail are called between calls of nextTuple, never inside an emit.
 *
 * <p>A spout is told of a message's end only after the call of nextTuple that follows the one which
 * emitted it, unless there is none: on Storm messages are under way when nextTuple is called, and
 * spouts rely on it, such as one that looks in {@code ack} whether it has come to the end of its
 * file, and only sees that end in the call after its last record.
 */
@SuppressWarnings("unused") // padding
public final class SpoutExecutor extends Executor {
    private final SpoutProxy proxy = new SpoutProxy(this);
    private final int callsPerTurn;
    private final SpoutMessages messages;
    private final SpoutActivation activation = new SpoutActivation(this);
    private final SpoutBackoff rest;
    private final DeliverableCompletions early;
    private final SpoutOnThread onThread;
    private final SpoutTime time = new SpoutTime();
    private final SpoutSampling sampling;
    private final FirstCalls firstCalls = userCode().firstCalls();

    /** Emits of all tasks: tells whether a call of nextTuple emitted anything. */
    private long emits;

    private long emitsBeforeTurn;
    private long firstRoundNs;

    /** Whether the last round of calls emitted nothing. */
    private boolean empty;

    /** How many of this turn did. After an answer another call follows, and may find nothing. */
    private int emptyRounds;

    /** Ends of messages told in this turn, but for those between calls in a row. */
    private int endsTold;

    private long q1; // not used: keeps other objects off the line of `emits`
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;

    /**
     * @param callsPerTurn calls of nextTuple in one turn, at most
     */
    public SpoutExecutor(
            ExecutorPlan plan,
            ComponentPlan component,
            ExecutorSettings settings,
            ExecutorServices topology,
            int blockingOffences,
            int callsPerTurn) {
        super(plan, component, settings, topology, blockingOffences);
        this.callsPerTurn = callsPerTurn;
        int perTask = settings.maxPendingPerTask();
        long limit = perTask > 0 ? (long) perTask * plan.taskCount() : Long.MAX_VALUE;
        this.messages = new SpoutMessages(this, limit);
        this.rest = new SpoutBackoff(this, settings.spoutWait());
        this.early = new DeliverableCompletions(this, messages);
        this.onThread = new SpoutOnThread(this, messages, activation);
        this.sampling = new SpoutSampling(this);
    }

    // ---- reading, any thread ----------------------------------------------------------------

    @Override
    public SpoutProxy proxy() {
        return proxy;
    }

    /** Its messages that have not ended, or of whose end the spout has not been told. */
    SpoutMessages messages() {
        return messages;
    }

    /**
     * Messages neither acked nor failed; may be a moment old. One more is to come between two steps
     * of a checkpoint.
     */
    public int pendingMessages() {
        int pending = messages.pending();
        return pending == 0 && activation.owesSteps() ? 1 : pending;
    }

    public Collection<SpoutStats> stats() {
        return messages.stats();
    }

    /** Complete latencies since the last call; one caller at a time. */
    public Histogram takeLatencies() {
        return messages.takeLatencies();
    }

    @Override
    public long executed() {
        return 0;
    }

    @Override
    public CallTimes callTimes() {
        return time.times(userCode().host().threadNs());
    }

    @Override
    public boolean isQuiet() {
        return messages.underWay() == 0 && super.isQuiet();
    }

    /** The task that emitted a message. */
    SpoutTask task(RootTree tree) {
        return (SpoutTask) tasks().get(tree.taskId() - plan().firstTask());
    }

    /** The spout's method that is told of the end of a message. */
    static String callFor(RootTree tree) {
        return tree.isAcked() ? "ack" : "fail";
    }

    // ---- life -------------------------------------------------------------------------------

    /** The topology lets spouts emit, or does no more. */
    void onActive(boolean active) {
        activation.set(active);
        resume();
        core().makeReady(this);
    }

    @Override
    void openTask(Task task) {
        SpoutOutputCollector collector = (SpoutOutputCollector) task.newCollector();
        ((SpoutTask) task).spout().open(component().conf(), task.context(), collector);
    }

    @Override
    void closeTask(Task task) {
        ((SpoutTask) task).spout().close();
    }

    @Override
    void onOpen() {
        Ticks.start(this);
        messages.startAgeing();
    }

    @Override
    void onClosing() {
        super.onClosing();
        onThread.update();
    }

    @Override
    void onPaused() {
        onThread.update();
    }

    @Override
    void onHeldBack() {
        if (!isBlocked(RUNNING | AWAY)) {
            early.onHeldBack();
        }
        onThread.update();
    }

    @Override
    void resume() {
        super.resume();
        onThread.update();
        if (life().isUsable()) {
            core().makeReady(this);
        }
    }

    /** With its messages. */
    @Override
    public void takeOver(Task task, Executor from) {
        super.takeOver(task, from);
        SpoutExecutor spout = (SpoutExecutor) from;
        activation.takeOver(task, spout.activation);
        messages.takeOver(task, spout.messages);
        time.takeFrom(spout.time);
    }

    // ---- emits ------------------------------------------------------------------------------

    /** Counts an emit, whether or not any task got it. hot path. */
    void countEmit() {
        emits++;
    }

    /** Emits of all tasks so far. hot path. */
    long emits() {
        return emits;
    }

    /** The call of nextTuple that has ended emitted nothing. */
    void foundNothing() {
        empty = true;
        onLastCall(0);
    }

    void onLastCall(long emitted) {
        early.onLastCall(emitted);
    }

    // ---- running on the core ----------------------------------------------------------------

    @Override
    int runHere() {
        Core core = core();
        CoreOwner own = core.driver();
        startRunning();
        firstCalls.begin();
        sample();
        endsTold = 0;
        int told = activation.isNews() ? tellActive(core, own) : 0;
        int rounds = told == Core.LOST ? Core.LOST : callWhileItEmits(core, own);
        if (rounds == Core.LOST) {
            return Core.LOST;
        }
        firstCalls.end();
        time.addTurn(firstRoundNs, rounds);
        stopRunning();
        drained();
        int fruitful = rounds - emptyRounds;
        if (emits != emitsBeforeTurn) {
            emitsBeforeTurn = emits;
            rest.onEmit(Math.max(1, fruitful)); // it may have emitted in ack or fail
        }
        decideOnNextTurn();
        return told + endsTold + Math.max(0, fruitful);
    }

    /** A turn begins: one of its messages may be timed, and traced. */
    private void sample() {
        List<Task> tasks = tasks();
        for (int i = 0; i < tasks.size(); i++) { // without an iterator for each turn
            ((SpoutTask) tasks.get(i)).beginTurn(core().nowNs());
        }
        if (Tracing.isUsed()) {
            sampling.onTurn();
        }
    }

    /** Rounds of calls, or LOST. */
    private int callWhileItEmits(Core core, CoreOwner own) {
        int rounds = 0;
        int most = callsPerTurn;
        empty = false;
        emptyRounds = 0;
        while (true) {
            boolean enough = rounds >= most;
            if (enough || empty || !mayCall(core)) {
                int told = enough && !empty ? 0 : tellAtOnce();
                if (told == Core.LOST) {
                    return Core.LOST;
                }
                empty &= told == 0; // what it was told may be what it waits for
                if (enough || told == 0 || !mayCall(core)) {
                    return rounds;
                }
            }
            int ended = messages.ended();
            int made = rounds == 0 ? timedRound(core, own) : callSpouts(most - rounds, core, own);
            boolean tellsItself = rounds > 0 && tasks().size() == 1;
            if (made == Core.LOST || (!tellsItself && !empty && tellEnds(ended) == Core.LOST)) {
                return Core.LOST;
            }
            early.afterCalls();
            emptyRounds += empty ? 1 : 0;
            most = rounds == 0 ? userCode().callMeter().callsPerSlice(callsPerTurn) : most;
            rounds += made;
        }
    }

    /** Whether nextTuple may be called now. */
    private boolean mayCall(Core core) {
        return activation.isActive() && !messages.isLimitReached() && mayGoOn(core);
    }

    /**
     * Whether nextTuple may be called again, if {@link #mayCall} said so before and messages are
     * not too many: what else that asks changes between turns only. hot path.
     */
    boolean mayGoOn(Core core) {
        return isJustRunning() && core.mayGoOn();
    }

    /**
     * Tells of ends although no call of nextTuple has followed them: where it is not called for now
     * of all, at the limit of messages of as many as it takes to be called again, while receivers
     * are full of all that its last call is not to blame for.
     *
     * @return how many, or LOST
     */
    private int tellAtOnce() {
        boolean all = empty || !activation.isActive();
        int told = tellEnds(all ? messages.ended() : messages.endsAtLimit());
        while (told != Core.LOST && isBlocked(CONGESTED) && early.isNext()) {
            int one = tellEnds(1);
            if (one <= 0) {
                return one == 0 ? told : one; // it waits for its turn, or the core is lost
            }
            told += one;
        }
        return told;
    }

    /** Tells spouts of ends, the oldest first; how many, or LOST. */
    private int tellEnds(int most) {
        Core core = core();
        CoreOwner own = core.driver();
        int told = 0;
        RootTree ended;
        while (told < most && (ended = messages.nextEnded()) != null) {
            if (!task(ended).answer(ended, core, own)) {
                return Core.LOST;
            }
            told++;
        }
        endsTold += told;
        early.told(told);
        return told;
    }

    private int timedRound(Core core, CoreOwner own) {
        CallMeter meter = userCode().callMeter();
        meter.begin(core.clock());
        int made = callSpouts(1, core, own);
        if (made != Core.LOST) {
            meter.end(core.clock());
            firstRoundNs = meter.loadNs();
        }
        return made;
    }

    /**
     * Calls nextTuple of each task in turn, for as many rounds as it makes sense, and sees whether
     * the last was empty.
     *
     * @return rounds made, or LOST
     */
    private int callSpouts(int most, Core core, CoreOwner own) {
        if (tasks().size() == 1) {
            return ((SpoutTask) tasks().get(0)).callSpout(most, core, own);
        }
        long emitsBefore = emits;
        for (Task task : tasks()) {
            if (((SpoutTask) task).callSpout(1, core, own) == Core.LOST) {
                return Core.LOST;
            }
            if (isBlocked(CLOSED)) {
                break; // it threw
            }
        }
        empty = emits == emitsBefore;
        onLastCall(emits - emitsBefore);
        return 1;
    }

    private void decideOnNextTurn() {
        if (isBlocked(CLOSED) || (isBlocked(CONGESTED) && !early.isNext())) {
            rest.waitForOthers();
        } else if (activation.isNews() || messages.ended() > 0) {
            rest.goOn();
        } else if (!activation.isActive() || messages.isLimitReached()) {
            rest.waitForOthers();
        } else if (empty) {
            rest.afterNothing();
        } else {
            rest.goOn();
        }
    }

    /** 1, or LOST. */
    private int tellActive(Core core, CoreOwner own) {
        boolean now = activation.take();
        own.callUser(number());
        activation.tell(now);
        if (!own.toEngine(core)) {
            userCode().lostHere();
            return Core.LOST;
        }
        return 1;
    }

    // ---- running on its own thread ----------------------------------------------------------

    @Override
    int handOver(ThreadHost thread) {
        return onThread.handOver(thread);
    }

    @Override
    boolean turnOnThread(ThreadHost thread) {
        sample();
        return onThread.turn(thread);
    }

    @Override
    int idleOnThread(ThreadHost thread, int emptyTurns) {
        return onThread.idle(thread, emptyTurns);
    }
}
