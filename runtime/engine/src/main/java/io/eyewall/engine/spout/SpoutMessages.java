package io.eyewall.engine.spout;

import io.eyewall.engine.acking.PendingTrees;
import io.eyewall.engine.acking.RootListener;
import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.RootTreePool;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.core.Timers;
import io.eyewall.engine.emit.Tracing;
import io.eyewall.engine.executor.ExecutorSettings;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.mailbox.Ring;
import io.eyewall.engine.memory.HotPath;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one spout executor, from their emit until their completion has been delivered to
 * the spout. Owner thread of the executor's core only, unless a method states otherwise.
 */
public final class SpoutMessages implements RootListener {
    private final SpoutExecutor executor;
    private final long maxInFlight;
    private final PendingTrees pending = new PendingTrees();
    private final RootTreePool trees = new RootTreePool(this);
    private final Ring<RootTree> completed = new Ring<>();
    private final InFlightMessages inFlight = new InFlightMessages(pending, completed);
    private final Map<String, SpoutStats> stats = new ConcurrentHashMap<>();
    private final SingleWriterRecorder latencyNs = new SingleWriterRecorder(2);
    private @Nullable SpoutStats lastStats;

    /** Timer that ages pending messages; null if messages never time out. */
    private Timers.@Nullable Timer rotation;

    /**
     * @param maxInFlight maximum number of messages in flight, which emits of other threads may
     *     exceed
     */
    public SpoutMessages(SpoutExecutor executor, long maxInFlight) {
        this.executor = executor;
        this.maxInFlight = maxInFlight;
    }

    // ---- any thread -------------------------------------------------------------------------

    /**
     * Returns the number of messages that have neither been acked nor failed; the value may be
     * slightly stale.
     */
    int pending() {
        return pending.size();
    }

    /** Returns at least the number of messages whose completion has not been delivered. */
    int inFlight() {
        return inFlight.upperBound();
    }

    /** Returns whether the limit of messages in flight may be reached. For the dedicated thread. */
    boolean mayBeAtLimit() {
        return inFlight.upperBound() >= maxInFlight;
    }

    Collection<SpoutStats> stats() {
        return stats.values();
    }

    /** Returns the complete latencies since the last call. One caller at a time. */
    Histogram takeLatencies() {
        return latencyNs.getIntervalHistogram();
    }

    /** Records that a thread other than the core's owner has emitted a tracked message. */
    void onForeignEmit() {
        inFlight.onForeignEmit();
    }

    @Override
    public void failLater(RootTree tree) {
        executor.proxy().failMessage(tree);
    }

    @Override
    public void resetTimeoutLater(RootTree tree) {
        executor.proxy().restartTimeout(tree);
    }

    // ---- from emit to completion ------------------------------------------------------------

    /** Returns the pool from which the trees of messages are taken. */
    @HotPath
    public RootTreePool trees() {
        return trees;
    }

    /** Tracks a message after its emit. With direct calls most messages have completed by then. */
    @HotPath
    void track(RootTree tree) {
        if (tree.isPending()) {
            pending.add(tree);
        }
    }

    /** Called when a message of {@link #onForeignEmit} has arrived on the core. */
    void onArrived(RootTree tree) {
        inFlight.onArrived(tree);
    }

    /** Restarts the timeout of a message. */
    void restartTimeout(RootTree tree) {
        pending.refresh(tree);
    }

    @Override
    public void onComplete(RootTree tree) {
        inFlight.onCompleted(tree);
        if (Tracing.isEnabled()) {
            executor.taskOf(tree).tracing().onComplete(tree);
        }
        if (!executor.isBlocked(Tasklet.RUNNING | Tasklet.AWAY)) {
            executor.core().makeReady(executor);
        }
    }

    /**
     * Returns whether the limit of messages in flight is reached. A message whose completion has
     * not been delivered counts, as on Storm.
     */
    @HotPath
    public boolean isLimitReached() {
        return pending.size() + completed.size() >= maxInFlight;
    }

    /**
     * Returns how many completions must be delivered until the number of messages in flight is
     * below the limit; 0 if it is. It may exceed 1 if other threads emit, since the limit does not
     * stop them.
     */
    int completionsAboveLimit() {
        long excess = pending.size() + completed.size() - maxInFlight + 1;
        return (int) Math.max(0, Math.min(excess, completed.size()));
    }

    // ---- delivering completions -------------------------------------------------------------

    /** Returns the number of completed messages whose completion has not been delivered. */
    @HotPath
    public int completedCount() {
        return completed.size();
    }

    /** Returns the message that completed first, or null. */
    @Nullable RootTree oldestCompleted() {
        return completed.peek();
    }

    /** Visits those of the last {@code max} emitted messages that have not completed. */
    void visitYoungest(long max, Consumer<RootTree> visitor) {
        pending.forEachYoungest(max, visitor);
    }

    /**
     * Removes the message that completed first. Returns null if there is none, or if the executor
     * is closed or the step is to end soon.
     */
    @HotPath
    public @Nullable RootTree pollCompleted() {
        boolean mustWait = executor.isBlocked(Tasklet.CLOSED) || executor.core().isHurried();
        return mustWait ? null : completed.poll();
    }

    /**
     * Removes the message that completed first for the dedicated thread, which calls {@link
     * #onDelivered} later.
     */
    RootTree handOver() {
        return inFlight.handOver();
    }

    /** Records that a completion has been delivered. Called by the dedicated thread. */
    void onDelivered() {
        inFlight.onDelivered();
    }

    /**
     * Counts a completed message; returns its complete latency in nanoseconds, or -1 if it was not
     * sampled.
     */
    public long countCompletion(RootTree tree) {
        boolean acked = tree.isAcked();
        long startNs = tree.startNs();
        long elapsedNs = startNs == 0 ? -1 : executor.core().clock().nanoTime() - startNs;
        countCompletion(tree, acked, elapsedNs);
        return elapsedNs;
    }

    private void countCompletion(RootTree tree, boolean acked, long elapsedNs) {
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

    // ---- time-outs --------------------------------------------------------------------------

    /** Starts the ageing of messages, when the executor is open. */
    void startAgeing() {
        ExecutorSettings settings = executor.settings();
        if (settings.acking() && settings.messageTimeoutSecs() > 0) {
            rotation = executor.runEvery("message timeout", timeoutNs(), this::agePending);
        }
        for (long expiresNs : pending.expiriesNs()) {
            executor.runAt(expiresNs, () -> pending.expire(executor.core().clock().nanoTime()));
        }
    }

    /**
     * Ages the pending messages. The next rotation comes a whole timeout after this one, however
     * late this one is, because the messages that it ages may have been emitted just before.
     */
    @SuppressWarnings("NullAway") // rotation is not null: it is the timer that calls this
    private void agePending() {
        long nowNs = executor.core().clock().nanoTime();
        rotation.moveTo(nowNs + timeoutNs());
        pending.rotate(nowNs, rotation.deadlineNs());
    }

    private long timeoutNs() {
        return TimeUnit.SECONDS.toNanos(executor.settings().messageTimeoutSecs());
    }

    /**
     * Returns when messages expire that were emitted since the last rotation: a timeout after the
     * next rotation, or after now if that rotation is late. Empty if messages never expire.
     */
    private OptionalLong youngExpireNs() {
        if (rotation == null) {
            return OptionalLong.empty();
        }
        long lateNs = Math.max(0, executor.core().clock().nanoTime() - rotation.deadlineNs());
        return OptionalLong.of(rotation.deadlineNs() + lateNs + timeoutNs());
    }

    // ---- moving, while all cores stand still ------------------------------------------------

    /**
     * Takes over the messages of a task: those that are pending and those whose completion has not
     * been delivered.
     */
    void takeOver(Task task, SpoutMessages from) {
        from.pending.moveTask(
                task.taskId(),
                pending,
                from.youngExpireNs(),
                tree -> tree.moveTo(executor.core(), this));
        for (int remaining = from.completed.size(); remaining > 0; remaining--) {
            RootTree tree = from.completed.removeFirst();
            (tree.taskId() == task.taskId() ? completed : from.completed).add(tree);
        }
        from.stats.forEach(
                (stream, counted) ->
                        stats.computeIfAbsent(stream, SpoutStats::new).absorb(counted));
    }
}
