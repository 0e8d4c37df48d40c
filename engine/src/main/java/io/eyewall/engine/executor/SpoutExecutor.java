package io.eyewall.engine.executor;

import io.eyewall.engine.acking.PendingTrees;
import io.eyewall.engine.acking.RootListener;
import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.RootTrees;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.core.Timers;
import io.eyewall.engine.mailbox.Ring;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;

/**
 * Runs spouts (Storm: executor/spout/SpoutExecutor.java). One turn delivers completed messages to
 * the spouts, then calls nextTuple while it emits; ack and fail are called between calls of
 * nextTuple, never inside an emit.
 */
public final class SpoutExecutor extends Executor implements RootListener {
    private final int callsPerTurn;
    private final long maxPending;
    private final PendingTrees pending = new PendingTrees();
    private final RootTrees trees = new RootTrees(this);
    private final Ring<RootTree> completed = new Ring<>();
    private final MessagesUnderWay underWay = new MessagesUnderWay(pending, completed);
    private final Map<String, SpoutStats> stats = new ConcurrentHashMap<>();
    private final SingleWriterRecorder latencyNs = new SingleWriterRecorder(2);
    private final SpoutTime time = new SpoutTime();
    private long firstRoundNs;
    private final Runnable onWake = this::wake;
    private SpoutStats lastStats;

    /** Whether the topology lets spouts emit; and what the spouts have been told last. */
    private boolean active;

    private boolean toldActive;

    /** Whether tasks were taken over that had been told different things: all are told anew. */
    private boolean toldDifferently;

    /** Tasks that were told last that they may emit; for the thread that runs their code. */
    private final Set<Task> toldActiveTasks = new HashSet<>();

    /** Ages pending messages; null if messages never time out. */
    private Timers.Timer rotation;

    private boolean sleeping;
    private int emptyTurns;
    private final SpoutPace pace = new SpoutPace();

    /** Emits of all tasks: tells whether a call of nextTuple emitted anything. */
    private long emits;

    private long emitsBeforeTurn;

    /** Whether the last round of calls emitted nothing. */
    private boolean empty;

    private volatile boolean mayEmitElsewhere;

    /**
     * @param callsPerTurn calls of nextTuple in one turn, at most
     */
    public SpoutExecutor(
            ExecutorPlan plan,
            ComponentPlan component,
            ExecutorSettings settings,
            ExecutorHost host,
            int blockingOffences,
            int callsPerTurn) {
        super(plan, component, settings, host, blockingOffences);
        this.callsPerTurn = callsPerTurn;
        int perTask = settings.maxPendingPerTask();
        this.maxPending = perTask > 0 ? (long) perTask * plan.taskCount() : Long.MAX_VALUE;
    }

    // ---- reading, any thread ----------------------------------------------------------------

    /** Messages neither acked nor failed; may be a moment old. */
    public int pendingMessages() {
        return pending.size();
    }

    /** Messages whose ack or fail has not been called yet. Any thread. */
    int unansweredMessages() {
        return underWay.seenFromOutside();
    }

    public Collection<SpoutStats> stats() {
        return stats.values();
    }

    @Override
    public long estimatedCallNs() {
        return time.estimatedNs();
    }

    /** Complete latencies since the last call; one caller at a time. */
    public Histogram takeLatencies() {
        return latencyNs.getIntervalHistogram();
    }

    @Override
    public boolean isQuiet() {
        return underWay.seenFromOutside() == 0 && super.isQuiet();
    }

    // ---- life -------------------------------------------------------------------------------

    /** Lets the spouts emit, or not. Any thread. */
    public void setActive(boolean nowActive) {
        core().submit(
                        () -> {
                            active = nowActive;
                            toldActive = toldDifferently ? !active : toldActive;
                            updateElsewhere();
                            resume();
                            core().makeReady(this);
                        });
    }

    @Override
    void openTask(Task task) {
        SpoutOutputCollector collector = (SpoutOutputCollector) task.newCollector();
        spout(task).open(component.conf(), task.context(), collector);
    }

    @Override
    void closeTask(Task task) {
        spout(task).close();
    }

    private static ISpout spout(Task task) {
        return (ISpout) task.object();
    }

    @Override
    void onOpen() {
        Ticks.start(this);
        if (settings.acking() && settings.messageTimeoutSecs() > 0) {
            rotation = every("message timeout", messageTimeoutNs(), this::rotatePending);
        }
        for (long expiresNs : pending.expiriesNs()) {
            at(expiresNs, () -> pending.expire(core().clock().nanoTime()));
        }
    }

    private long messageTimeoutNs() {
        return TimeUnit.SECONDS.toNanos(settings.messageTimeoutSecs());
    }

    private void rotatePending() {
        pending.rotate(core().clock().nanoTime(), rotation.deadlineNs());
    }

    /** When messages expire that were emitted since the last rotation; empty if they never do. */
    private OptionalLong youngExpireNs() {
        return rotation == null
                ? OptionalLong.empty()
                : OptionalLong.of(rotation.deadlineNs() + messageTimeoutNs());
    }

    @Override
    void onClosing() {
        updateElsewhere();
    }

    @Override
    void onPaused() {
        updateElsewhere();
    }

    /** With its messages: those pending, and those whose ack or fail has not been called yet. */
    @Override
    public void takeOver(Task task, Executor from) {
        super.takeOver(task, from);
        SpoutExecutor spout = (SpoutExecutor) from;
        active = spout.active;
        if (spout.toldActiveTasks.contains(task)) {
            toldActiveTasks.add(task);
        }
        boolean told = toldActiveTasks.contains(task);
        toldDifferently |= tasks.size() > 1 && told != toldActiveTasks.contains(tasks.get(0));
        toldActive = toldDifferently ? !active : told;
        spout.pending.moveTask(
                task.taskId(), pending, spout.youngExpireNs(), tree -> tree.moveTo(core(), this));
        for (int left = spout.completed.size(); left > 0; left--) {
            RootTree tree = spout.completed.poll();
            (tree.taskId() == task.taskId() ? completed : spout.completed).add(tree);
        }
        spout.stats.forEach(
                (stream, seen) -> stats.computeIfAbsent(stream, SpoutStats::new).takeFrom(seen));
        time.takeFrom(spout.time);
    }

    @Override
    void resume() {
        super.resume();
        updateElsewhere();
        if (isOpen()) {
            core().makeReady(this);
        }
    }

    private void wake() {
        sleeping = false;
        core().makeReady(this);
    }

    // ---- trees ------------------------------------------------------------------------------

    @Override
    public void onComplete(RootTree tree) {
        underWay.completed(tree);
        if ((hold & (RUNNING | AWAY)) == 0) {
            core().makeReady(this);
        }
    }

    @Override
    public void failLater(RootTree tree) {
        core().submit(() -> tree.complete(RootTree.Outcome.FAILED));
    }

    @Override
    public void resetTimeoutLater(RootTree tree) {
        long message = tree.id();
        core().submit(
                        () -> {
                            if (tree.id() == message) { // else the tree is another's by now
                                pending.refresh(tree);
                            }
                        });
    }

    /** Where trees come from; for the core's thread. hot path. */
    RootTrees trees() {
        return trees;
    }

    /** A message was emitted and its tree is not complete yet. */
    void addPending(RootTree tree) {
        pending.add(tree);
    }

    /** Counts an emit, whether or not any task got it. */
    void countEmit() {
        emits++;
    }

    /** Whether as many messages are under way as may be. hot path. */
    boolean maxPendingReached() {
        return pending.size() >= maxPending;
    }

    // ---- running on the core ----------------------------------------------------------------

    @Override
    int run() {
        separateIfBlocking();
        if (isDedicated()) {
            return handOverCompleted();
        }
        Core core = core();
        Driver own = core.driver();
        startRunning();
        int work = 0;
        if (active != toldActive) {
            if (!tellActive(core, own)) {
                return Core.LOST;
            }
            work++;
        }
        int rounds = 0;
        int most = callsPerTurn;
        empty = false;
        while (true) {
            int answered = answer(core, own);
            if (answered == Core.LOST) {
                return Core.LOST;
            }
            work += answered;
            if (empty || rounds >= most || !mayCall(core)) {
                break;
            }
            int made = rounds == 0 ? timedRound(core, own) : callSpouts(most - rounds, core, own);
            if (made == Core.LOST) {
                return Core.LOST;
            }
            most = rounds == 0 ? blocking.callsPerSlice(callsPerTurn) : most;
            rounds += made;
            work += empty ? made - 1 : made;
        }
        time.addTurn(firstRoundNs, rounds);
        stopRunning();
        drained();
        rest(empty ? rounds - 1 : rounds);
        return work;
    }

    /** Whether nextTuple may be called now. */
    private boolean mayCall(Core core) {
        return active && !maxPendingReached() && mayGoOn(core);
    }

    /**
     * Whether nextTuple may be called again, if {@link #mayCall} said so before and messages are
     * not too many: what else that asks changes between turns only. hot path.
     */
    boolean mayGoOn(Core core) {
        return isJustRunning() && !core.isCongested();
    }

    /** The next message whose spout is to be told of its end, or null. hot path. */
    RootTree nextAnswer() {
        return completed.isEmpty() || (hold & CLOSED) != 0 ? null : completed.poll();
    }

    /** The task that emitted a message. */
    Task task(RootTree tree) {
        return tasks.get(tree.taskId() - plan.firstTask());
    }

    /** Acks or fails what is complete; how many, or LOST. */
    private int answer(Core core, Driver own) {
        int answered = 0;
        RootTree tree;
        while ((tree = nextAnswer()) != null) {
            if (!task(tree).answer(tree, core, own)) {
                return Core.LOST;
            }
            answered++;
        }
        return answered;
    }

    private int timedRound(Core core, Driver own) {
        long callsBefore = own.calls();
        blocking.begin(core.clock());
        int made = callSpouts(1, core, own);
        if (made != Core.LOST) {
            firstRoundNs = blocking.end(core.clock(), own.calls() != callsBefore + tasks.size());
        }
        return made;
    }

    /**
     * Calls nextTuple of each task in turn, for as many rounds as it makes sense, and sees whether
     * the last was empty.
     *
     * @return rounds made, or LOST
     */
    private int callSpouts(int most, Core core, Driver own) {
        if (tasks.size() == 1) {
            return tasks.get(0).callSpout(most, core, own);
        }
        long emitsBefore = emits;
        for (Task task : tasks) {
            if (task.callSpout(1, core, own) == Core.LOST) {
                return Core.LOST;
            }
            if ((hold & CLOSED) != 0) {
                break; // it threw
            }
        }
        empty = emits == emitsBefore;
        return 1;
    }

    /** Emits of all tasks so far. hot path. */
    long emits() {
        return emits;
    }

    /** The call of nextTuple that has ended emitted nothing. */
    void foundNothing() {
        empty = true;
    }

    /**
     * Decides when the next turn comes: at once, after a while, or when something happens.
     *
     * @param fruitful rounds of this turn that emitted; none if a spout emitted in ack or fail
     */
    private void rest(int fruitful) {
        if (emits != emitsBeforeTurn) {
            emitsBeforeTurn = emits;
            pace.onEmit(core().nowNs(), Math.max(1, fruitful));
        }
        if ((hold & CLOSED) == 0 && (!completed.isEmpty() || active != toldActive)) {
            core().makeReady(this);
        } else if (!active || (hold & (CONGESTED | CLOSED)) != 0 || maxPendingReached()) {
            emptyTurns = 0; // made ready by what ends this
        } else if (!empty) {
            emptyTurns = 0;
            core().makeReady(this);
        } else if (emptyTurns < settings.spoutWait().eagerCalls()) {
            emptyTurns++;
            core().makeReady(this);
        } else if (!sleeping) {
            sleeping = true;
            long nowNs = core().clock().nanoTime();
            core().timers().at(nowNs + delayNs(nowNs), onWake);
        }
    }

    private long delayNs(long nowNs) {
        SpoutWait wait = settings.spoutWait();
        return wait.byPace() ? pace.delayNs(nowNs, wait.delayNs()) : wait.delayNs();
    }

    private boolean tellActive(Core core, Driver own) {
        boolean now = active;
        toldActive = now;
        toldDifferently = false;
        own.callUser(number());
        tellSpouts(now);
        if (!own.toEngine(core)) {
            comeBack(() -> {});
            return false;
        }
        return true;
    }

    /** Calls activate or deactivate of the tasks that have not been told yet. */
    private void tellSpouts(boolean now) {
        for (Task task : tasks) {
            boolean news = now ? toldActiveTasks.add(task) : toldActiveTasks.remove(task);
            if (!news) {
                continue;
            }
            ISpout spout = spout(task);
            if (now) {
                guarded(task, "activate", spout::activate);
            } else {
                guarded(task, "deactivate", spout::deactivate);
            }
        }
    }

    /** The thread lost the core in a spout's code, and is back; returns false. */
    boolean comeBackFromSpout() {
        comeBack(() -> {});
        return false;
    }

    /** A spout threw on the core's thread; whether the thread still drives the core. */
    boolean threwInCall(Task task, String call, Throwable thrown, Core core, Driver own) {
        threw(task, call, thrown);
        if (!own.toEngine(core)) {
            return comeBackFromSpout();
        }
        stopCalling();
        return true;
    }

    /** The spout's method that is told of the end of a message. */
    static String callFor(RootTree tree) {
        return tree.outcome() == RootTree.Outcome.ACKED ? "ack" : "fail";
    }

    /** Counts a message that has ended; how long it took in nanoseconds, or -1 if not sampled. */
    long count(RootTree tree) {
        boolean acked = tree.outcome() == RootTree.Outcome.ACKED;
        long elapsedNs = tree.startNs() == 0 ? -1 : core().clock().nanoTime() - tree.startNs();
        count(tree, acked, elapsedNs);
        return elapsedNs;
    }

    private void count(RootTree tree, boolean acked, long elapsedNs) {
        SpoutStats stream = lastStats;
        if (stream == null || !stream.streamId().equals(tree.streamId())) {
            stream = stats.computeIfAbsent(tree.streamId(), SpoutStats::new);
            lastStats = stream;
        }
        if (!acked) {
            stream.failed++;
            return;
        }
        stream.acked++;
        if (elapsedNs >= 0) {
            stream.completeNs += elapsedNs;
            stream.completeSamples++;
            latencyNs.recordValue(elapsedNs);
        }
    }

    /** Without ackers Storm calls ack inside the emit; so do we. User code. */
    void ackAtOnce(Task task, Object messageId) {
        spout(task).ack(messageId);
        if (task.isHooked()) {
            Hooks.spoutAck(task, messageId, 0L);
        }
    }

    // ---- running on a dedicated thread ------------------------------------------------------

    private int handOverCompleted() {
        int handed = 0;
        while (!completed.isEmpty()) {
            RootTree done = underWay.handOver();
            Task task = task(done);
            dedicatedThread()
                    .call(
                            () -> {
                                guarded(task, callFor(done), () -> task.tell(done));
                                underWay.told();
                            },
                            () -> {});
            handed++;
        }
        if (active != toldActive) {
            boolean now = active;
            toldActive = now;
            toldDifferently = false;
            dedicatedThread().call(() -> tellSpouts(now), this::updateElsewhere);
        }
        return handed;
    }

    @Override
    void heldBack() {
        updateElsewhere();
    }

    private void updateElsewhere() {
        mayEmitElsewhere = active && toldActive && isOpen() && (hold & (CONGESTED | PAUSED)) == 0;
    }

    /** A tracked message was emitted by another thread than the core's. Any thread. */
    void messageArrives() {
        underWay.emittedElsewhere();
    }

    /** It has arrived on the core and is pending. */
    void messageArrived(RootTree tree) {
        underWay.arrived(tree);
    }

    @Override
    boolean turnDedicated() {
        if (!mayEmitElsewhere || core().isCongested() || underWay.seenFromOutside() >= maxPending) {
            return false;
        }
        long emitsBefore = emits;
        for (Task task : tasks) {
            guarded(task, "nextTuple", () -> spout(task).nextTuple());
        }
        return emits != emitsBefore;
    }

    @Override
    int idleDedicated(int emptyTurns, long longestNs) {
        SpoutWait wait = settings.spoutWait();
        if (!mayEmitElsewhere) {
            super.idleDedicated(emptyTurns, longestNs);
            return 0; // not idle: the user's strategy counts from when it may emit
        }
        if (wait.custom() == null) {
            return super.idleDedicated(emptyTurns, Math.max(1, wait.delayNs()));
        }
        try {
            return wait.custom().idle(emptyTurns);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
