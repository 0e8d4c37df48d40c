package io.eyewall.engine.spout;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.emit.Tracing;
import io.eyewall.engine.executor.CallMeter;
import io.eyewall.engine.executor.CallTimes;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.ExecutorServices;
import io.eyewall.engine.executor.ExecutorSettings;
import io.eyewall.engine.executor.FirstCalls;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.ThreadHost;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.tick.Ticks;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import java.util.Collection;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.apache.storm.spout.SpoutOutputCollector;

/**
 * Runs spouts (Storm: executor/spout/SpoutExecutor.java). A slice calls nextTuple as long as it
 * emits; ack and fail are called between calls of nextTuple, never inside an emit.
 *
 * <p>A completion is delivered only after the call of nextTuple that follows the one which emitted
 * the message, unless no such call follows. On Storm messages are still pending when nextTuple is
 * called, and spouts rely on that: one checks in {@code ack} whether it has reached the end of its
 * file, but notices that end only in the call after its last record.
 */
@SuppressWarnings("unused") // padding
public final class SpoutExecutor extends Executor {
    private final SpoutProxy proxy = new SpoutProxy(this);
    private final int callsPerSlice;
    private final SpoutMessages messages;
    private final SpoutActivation activation = new SpoutActivation(this);
    private final SpoutBackoff backoff;
    private final DeliverableCompletions deliverableCompletions;
    private final SpoutSleep sleep = new SpoutSleep(this);
    private final SpoutOnThread onThread;
    private final SpoutTime callTime = new SpoutTime();
    private final SpoutSampling sampling;
    private final FirstCalls firstCalls = userCode().firstCalls();

    /** Number of emits of all tasks; shows whether a call of nextTuple emitted anything. */
    private long emits;

    private long emitsBeforeSlice;

    /** Time of the first round of this slice. A round is one call of nextTuple for each task. */
    private long firstRoundNs;

    /** Whether the last round of calls emitted nothing. */
    private boolean lastRoundEmpty;

    /**
     * Number of rounds of this slice that emitted nothing. There may be several, because another
     * round follows after a completion was delivered.
     */
    private int emptyRounds;

    /**
     * Number of completions delivered in this slice, except those between consecutive calls of one
     * task.
     */
    private int completionsDelivered;

    private long q1; // padding: keeps other objects off the cache line of `emits`
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;

    /**
     * @param callsPerSlice maximum number of calls of nextTuple in one slice
     */
    public SpoutExecutor(
            ExecutorPlan plan,
            ComponentPlan component,
            ExecutorSettings settings,
            ExecutorServices topology,
            int blockingOffences,
            int callsPerSlice) {
        super(plan, component, settings, topology, blockingOffences);
        this.callsPerSlice = callsPerSlice;
        int perTask = settings.maxPendingPerTask();
        long limit = perTask > 0 ? (long) perTask * plan.taskCount() : Long.MAX_VALUE;
        this.messages = new SpoutMessages(this, limit);
        this.backoff = new SpoutBackoff(this, settings.spoutWait());
        this.deliverableCompletions = new DeliverableCompletions(this, messages);
        this.onThread = new SpoutOnThread(this, messages, activation);
        this.sampling = new SpoutSampling(this);
    }

    // ---- reading, any thread ----------------------------------------------------------------

    @Override
    public SpoutProxy proxy() {
        return proxy;
    }

    /** Returns the messages that have not completed, or whose completion has not been delivered. */
    public SpoutMessages messages() {
        return messages;
    }

    /**
     * Returns the number of messages that have neither been acked nor failed; the value may be
     * slightly stale. Returns 1 instead of 0 between two steps of a checkpoint, since another
     * message will follow.
     */
    public int pendingMessages() {
        int pending = messages.pending();
        return pending == 0 && activation.hasOpenCheckpoint() ? 1 : pending;
    }

    public Collection<SpoutStats> stats() {
        return messages.stats();
    }

    /** Returns the complete latencies since the last call. One caller at a time. */
    public Histogram takeLatencies() {
        return messages.takeLatencies();
    }

    @Override
    public long executed() {
        return 0;
    }

    @Override
    public CallTimes callTimes() {
        return callTime.times(userCode().host().threadNs());
    }

    @Override
    public boolean isQuiet() {
        return messages.inFlight() == 0 && super.isQuiet();
    }

    /** Returns the sleeps that the core waits for. */
    SpoutSleep sleep() {
        return sleep;
    }

    /** Returns the task that emitted a message. */
    public SpoutTask taskOf(RootTree tree) {
        return (SpoutTask) tasks().get(tree.taskId() - plan().firstTask());
    }

    /** Returns the name of the spout's method that receives the completion of a message. */
    public static String completionCallName(RootTree tree) {
        return tree.isAcked() ? "ack" : "fail";
    }

    // ---- life -------------------------------------------------------------------------------

    /** Called when the topology allows or forbids the spouts to emit. */
    void setActive(boolean active) {
        activation.setActive(active);
        resume();
        core().makeReady(this);
    }

    /** Calls nextTuple now, even if the spout backs off or sleeps. */
    void callNow() {
        sleep.endNow();
        resume();
    }

    @Override
    public void openTask(Task task) {
        SpoutOutputCollector collector = (SpoutOutputCollector) task.newCollector();
        ((SpoutTask) task).spout().open(component().conf(), task.context(), collector);
    }

    @Override
    public void closeTask(Task task) {
        ((SpoutTask) task).spout().close();
    }

    @Override
    public void onOpen() {
        Ticks.start(this);
        messages.startAgeing();
    }

    @Override
    public void onClosing() {
        super.onClosing();
        onThread.updateAllowedCalls();
    }

    @Override
    public void onPaused() {
        onThread.updateAllowedCalls();
    }

    @Override
    public void onHeldBack() {
        if (!isBlocked(RUNNING | AWAY)) {
            deliverableCompletions.onHeldBack();
        }
        onThread.updateAllowedCalls();
    }

    @Override
    public void resume() {
        super.resume();
        onThread.updateAllowedCalls();
        if (life().isUsable()) {
            core().makeReady(this);
        }
    }

    /** Takes over a task with its messages. */
    @Override
    public void takeOver(Task task, Executor from) {
        super.takeOver(task, from);
        SpoutExecutor spout = (SpoutExecutor) from;
        activation.takeOver(task, spout.activation);
        messages.takeOver(task, spout.messages);
        callTime.absorb(spout.callTime);
    }

    // ---- emits ------------------------------------------------------------------------------

    /** Counts an emit, whether or not any task receives it. */
    @HotPath
    public void countEmit() {
        emits++;
    }

    /** Returns the number of emits of all tasks so far. */
    @HotPath
    public long emits() {
        return emits;
    }

    /** Records that the call of nextTuple that has just returned emitted nothing. */
    public void onEmptyCall() {
        if (sleep.isCallPostponed()) {
            return; // the call will be made after its sleep
        }
        lastRoundEmpty = true;
        onLastCall(0);
    }

    /**
     * Records that no call of nextTuple follows immediately.
     *
     * @param emitted number of emits of the last call
     */
    public void onLastCall(long emitted) {
        deliverableCompletions.onLastCall(emitted);
    }

    // ---- running on the core ----------------------------------------------------------------

    @Override
    public int runOnCore() {
        Core core = core();
        CoreOwner owner = core.owner();
        startRunning();
        firstCalls.beforeCall();
        chooseSamples();
        completionsDelivered = 0;
        int notified = activation.hasChange() ? notifyActivation(core, owner) : 0;
        int rounds = notified == Core.LOST ? Core.LOST : callWhileItEmits(core, owner);
        if (rounds == Core.LOST) {
            return Core.LOST;
        }
        firstCalls.afterCall();
        callTime.addSlice(firstRoundNs, rounds);
        stopRunning();
        onTuplesRemoved();
        int emittingRounds = rounds - emptyRounds;
        if (emits != emitsBeforeSlice) {
            emitsBeforeSlice = emits;
            backoff.onEmit(Math.max(1, emittingRounds)); // may be 0 if only ack or fail emitted
        }
        scheduleNextSlice();
        return notified + completionsDelivered + Math.max(0, emittingRounds);
    }

    /** Lets the slice that begins choose a message to be timed and one to be traced. */
    private void chooseSamples() {
        List<Task> tasks = tasks();
        for (int i = 0; i < tasks.size(); i++) { // avoids one iterator per slice
            ((SpoutTask) tasks.get(i)).beginSlice(core().nowNs());
        }
        if (Tracing.isEnabled()) {
            sampling.onSlice();
        }
    }

    /** Makes rounds of calls while they emit something; returns their number, or LOST. */
    private int callWhileItEmits(Core core, CoreOwner owner) {
        int rounds = 0;
        int max = callsPerSlice;
        lastRoundEmpty = false;
        emptyRounds = 0;
        // The sleep may have been requested by a call in which the thread lost the core.
        sleep.beginRequested(false, backoff);
        while (true) {
            boolean isMaxReached = rounds >= max;
            if (isMaxReached || lastRoundEmpty || !mayCall(core)) {
                int delivered = isMaxReached && !lastRoundEmpty ? 0 : deliverEarlyCompletions();
                if (delivered == Core.LOST) {
                    return Core.LOST;
                }
                // The spout may have waited for one of the delivered completions, and may emit now.
                lastRoundEmpty &= delivered == 0;
                if (isMaxReached || delivered == 0 || !mayCall(core)) {
                    return rounds;
                }
            }
            int completed = messages.completedCount();
            int made =
                    rounds == 0 ? timedRound(core, owner) : callSpouts(max - rounds, core, owner);
            if (made != Core.LOST && sleep.beginRequested(lastRoundEmpty, backoff)) {
                rounds += made;
                emptyRounds += made;
                continue;
            }
            boolean callSpoutDelivers = rounds > 0 && tasks().size() == 1 && !sleep.isUsed();
            if (made == Core.LOST
                    || (!callSpoutDelivers
                            && !lastRoundEmpty
                            && deliverCompletions(completed) == Core.LOST)) {
                return Core.LOST;
            }
            deliverableCompletions.afterCalls();
            emptyRounds += lastRoundEmpty ? 1 : 0;
            max = rounds == 0 ? userCode().callMeter().callsPerSlice(callsPerSlice) : max;
            rounds += made;
        }
    }

    /** Returns whether nextTuple may be called now. */
    private boolean mayCall(Core core) {
        return activation.isActive()
                && !messages.isLimitReached()
                && !sleep.isAsleep()
                && mayCallAgain(core);
    }

    /**
     * Returns whether nextTuple may be called again after {@link #mayCall} has returned true,
     * provided that the limit of pending messages is not reached. The other conditions of {@code
     * mayCall} change only between slices.
     */
    @HotPath
    public boolean mayCallAgain(Core core) {
        return isOnlyRunning() && core.mayContinue();
    }

    /**
     * Delivers completions without an intervening call of nextTuple: all of them while the spout is
     * inactive or emits nothing; at the limit of pending messages, just enough to get below it;
     * while receivers are full, those that do not come from the last call.
     *
     * @return the number of completions, or LOST
     */
    private int deliverEarlyCompletions() {
        boolean isWaiting = lastRoundEmpty || sleep.isAsleep();
        boolean deliversAll = (isWaiting && !sleep.isBeforeCall()) || !activation.isActive();
        int delivered =
                deliverCompletions(
                        deliversAll ? messages.completedCount() : messages.completionsAboveLimit());
        while (delivered != Core.LOST
                && isBlocked(CONGESTED)
                && deliverableCompletions.isOldestDeliverable()) {
            int more = deliverCompletions(1);
            if (more <= 0) {
                return more == 0 ? delivered : more; // the step is to end soon, or the core is lost
            }
            delivered += more;
        }
        return delivered;
    }

    /** Delivers completions, the oldest first; returns their number, or LOST. */
    private int deliverCompletions(int max) {
        Core core = core();
        CoreOwner owner = core.owner();
        int delivered = 0;
        RootTree completed;
        while (delivered < max && (completed = messages.pollCompleted()) != null) {
            if (!taskOf(completed).deliverCompletion(completed, core, owner)) {
                return Core.LOST;
            }
            delivered++;
        }
        completionsDelivered += delivered;
        deliverableCompletions.onDelivered(delivered);
        return delivered;
    }

    private int timedRound(Core core, CoreOwner owner) {
        CallMeter meter = userCode().callMeter();
        meter.begin(core.clock());
        int made = callSpouts(1, core, owner);
        if (made != Core.LOST) {
            meter.end(core.clock());
            firstRoundNs = meter.loadNs();
        }
        return made;
    }

    /**
     * Calls nextTuple of each task, for several rounds where that is useful, and records whether
     * the last round emitted nothing.
     *
     * @return the number of rounds, or LOST
     */
    private int callSpouts(int max, Core core, CoreOwner owner) {
        if (tasks().size() == 1) {
            int calls = sleep.isUsed() ? 1 : max;
            return ((SpoutTask) tasks().get(0)).callSpout(calls, core, owner);
        }
        long emitsBefore = emits;
        for (Task task : tasks()) {
            if (((SpoutTask) task).callSpout(1, core, owner) == Core.LOST) {
                return Core.LOST;
            }
            if (isBlocked(CLOSED)) {
                break; // the spout threw
            }
        }
        lastRoundEmpty = emits == emitsBefore;
        onLastCall(emits - emitsBefore);
        return 1;
    }

    private void scheduleNextSlice() {
        if (isBlocked(CLOSED)
                || (isBlocked(CONGESTED) && !deliverableCompletions.isOldestDeliverable())) {
            backoff.waitForEvent();
        } else if (activation.hasChange()) {
            backoff.continueNow();
        } else if (sleep.isBeforeCall() && sleep.isAsleep()) {
            backoff.sleepUntil(sleep.untilNs());
        } else if (messages.completedCount() > 0) {
            backoff.continueNow();
        } else if (!activation.isActive() || messages.isLimitReached()) {
            backoff.waitForEvent();
        } else if (sleep.isAsleep()) {
            backoff.sleepUntil(sleep.untilNs());
        } else if (lastRoundEmpty) {
            backoff.onEmptySlice();
        } else {
            backoff.continueNow();
        }
    }

    /** Notifies the spouts whether they may emit; returns 1, or LOST. */
    private int notifyActivation(Core core, CoreOwner owner) {
        boolean active = activation.markNotified();
        if (sleep.isBeforeCall()) {
            sleep.end(); // the call has not begun
        }
        owner.callUser(number());
        activation.notifySpouts(active);
        if (!owner.toEngine(core)) {
            userCode().onCoreLost();
            return Core.LOST;
        }
        return 1;
    }

    // ---- running on a dedicated thread ------------------------------------------------------

    @Override
    public int handOver(ThreadHost thread) {
        return onThread.handOver(thread);
    }

    @Override
    public boolean runOnThread(ThreadHost thread) {
        chooseSamples();
        return onThread.runOnce(thread);
    }

    @Override
    public void executeOnThread(EngineTuple tuple) {
        throw new IllegalStateException("spout executor " + label() + " received " + tuple);
    }

    @Override
    public int idleOnThread(ThreadHost thread, int idlePasses) {
        return onThread.idle(thread, idlePasses);
    }
}
