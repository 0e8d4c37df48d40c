package io.eyewall.engine.executor;

import io.eyewall.engine.acking.PendingTrees;
import io.eyewall.engine.acking.RootListener;
import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.RootTreePool;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.core.Timers;
import io.eyewall.engine.mailbox.Ring;
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
 * The messages of one spout executor, from their emit until the spout is told of their end. For the
 * executor's core, unless a method says otherwise.
 */
final class SpoutMessages implements RootListener {
    private final SpoutExecutor executor;
    private final long limit;
    private final PendingTrees pending = new PendingTrees();
    private final RootTreePool trees = new RootTreePool(this);
    private final Ring<RootTree> completed = new Ring<>();
    private final InFlightMessages underWay = new InFlightMessages(pending, completed);
    private final Map<String, SpoutStats> stats = new ConcurrentHashMap<>();
    private final SingleWriterRecorder latencyNs = new SingleWriterRecorder(2);
    private @Nullable SpoutStats lastStats;

    /** Ages pending messages; null if messages never time out. */
    private Timers.@Nullable Timer rotation;

    /**
     * @param limit messages that may be under way
     */
    SpoutMessages(SpoutExecutor executor, long limit) {
        this.executor = executor;
        this.limit = limit;
    }

    // ---- any thread -------------------------------------------------------------------------

    /** Messages neither acked nor failed; may be a moment old. */
    int pending() {
        return pending.size();
    }

    /** Messages whose spout has not been told of their end, at least. */
    int underWay() {
        return underWay.seenFromOutside();
    }

    /** Whether as many are under way as may be, seen from the executor's own thread. */
    boolean isLimitSeenFromOutside() {
        return underWay.seenFromOutside() >= limit;
    }

    Collection<SpoutStats> stats() {
        return stats.values();
    }

    /** Complete latencies since the last call; one caller at a time. */
    Histogram takeLatencies() {
        return latencyNs.getIntervalHistogram();
    }

    /** A tracked message was emitted by another thread than the core's. */
    void emittedElsewhere() {
        underWay.emittedElsewhere();
    }

    @Override
    public void failLater(RootTree tree) {
        executor.proxy().failMessage(tree);
    }

    @Override
    public void resetTimeoutLater(RootTree tree) {
        executor.proxy().extendMessage(tree);
    }

    // ---- from emit to end -------------------------------------------------------------------

    /** Where trees come from. hot path. */
    RootTreePool trees() {
        return trees;
    }

    /** A message was emitted; most have ended by then if they are called directly. hot path. */
    void track(RootTree tree) {
        if (tree.isPending()) {
            pending.add(tree);
        }
    }

    /** A message of {@link #emittedElsewhere} has arrived on the core. */
    void arrived(RootTree tree) {
        underWay.arrived(tree);
    }

    /** Gives a message its full time again. */
    void extend(RootTree tree) {
        pending.refresh(tree);
    }

    @Override
    public void onComplete(RootTree tree) {
        underWay.completed(tree);
        if (Tracing.isUsed()) {
            executor.task(tree).tracing().onComplete(tree);
        }
        if (!executor.isBlocked(Tasklet.RUNNING | Tasklet.AWAY)) {
            executor.core().makeReady(executor);
        }
    }

    /**
     * Whether as many messages are under way as may be. One whose spout has not been told of its
     * end is, as on Storm. hot path.
     */
    boolean isLimitReached() {
        return pending.size() + completed.size() >= limit;
    }

    /**
     * How many ends are to be told until fewer messages are under way than may be; 0 below the
     * limit. More than one where other threads emit, whom the limit doesn't hold back.
     */
    int endsAtLimit() {
        long excess = pending.size() + completed.size() - limit + 1;
        return (int) Math.max(0, Math.min(excess, completed.size()));
    }

    // ---- telling the spout ------------------------------------------------------------------

    /** Messages that have ended and whose spout is to be told. hot path. */
    int ended() {
        return completed.size();
    }

    /** The one that ended first, or null. */
    @Nullable RootTree oldestEnded() {
        return completed.peek();
    }

    /** Those of the messages emitted last, at most so many, that have not ended. */
    void youngest(long most, Consumer<RootTree> visitor) {
        pending.youngest(most, visitor);
    }

    /** The one that ended first, or null, also if it must wait for its turn. hot path. */
    @Nullable RootTree nextEnded() {
        boolean wait = executor.isBlocked(Tasklet.CLOSED) || executor.core().isHurried();
        return wait ? null : completed.poll();
    }

    /** The same for the executor's own thread, which calls {@link #told} then. */
    RootTree handOver() {
        return underWay.handOver();
    }

    /** The executor's own thread: the spout has been told. */
    void told() {
        underWay.told();
    }

    /** Counts a message that has ended; how long it took in nanoseconds, or -1 if not sampled. */
    long count(RootTree tree) {
        boolean acked = tree.isAcked();
        long startNs = tree.startNs();
        long elapsedNs = startNs == 0 ? -1 : executor.core().clock().nanoTime() - startNs;
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

    // ---- time-outs --------------------------------------------------------------------------

    /** The executor is open: messages grow old from now on. */
    void startAgeing() {
        ExecutorSettings settings = executor.settings();
        if (settings.acking() && settings.messageTimeoutSecs() > 0) {
            rotation = executor.every("message timeout", timeoutNs(), this::age);
        }
        for (long expiresNs : pending.expiriesNs()) {
            executor.at(expiresNs, () -> pending.expire(executor.core().clock().nanoTime()));
        }
    }

    /**
     * The next rotation is a whole timeout after this one, however late this one is: the messages
     * that it ages may have been emitted a moment ago.
     */
    @SuppressWarnings("NullAway") // it is `rotation` that calls
    private void age() {
        long nowNs = executor.core().clock().nanoTime();
        rotation.moveTo(nowNs + timeoutNs());
        pending.rotate(nowNs, rotation.deadlineNs());
    }

    private long timeoutNs() {
        return TimeUnit.SECONDS.toNanos(executor.settings().messageTimeoutSecs());
    }

    /**
     * When messages expire that were emitted since the last rotation: a timeout after the next, or
     * after now if that is late; empty if they never do.
     */
    private OptionalLong youngExpireNs() {
        if (rotation == null) {
            return OptionalLong.empty();
        }
        long lateNs = Math.max(0, executor.core().clock().nanoTime() - rotation.deadlineNs());
        return OptionalLong.of(rotation.deadlineNs() + lateNs + timeoutNs());
    }

    // ---- moving, while all cores stand still ------------------------------------------------

    /** Takes over those of a task: those pending, and those of whose end it has not been told. */
    void takeOver(Task task, SpoutMessages from) {
        from.pending.moveTask(
                task.taskId(),
                pending,
                from.youngExpireNs(),
                tree -> tree.moveTo(executor.core(), this));
        for (int left = from.completed.size(); left > 0; left--) {
            RootTree tree = from.completed.take();
            (tree.taskId() == task.taskId() ? completed : from.completed).add(tree);
        }
        from.stats.forEach(
                (stream, seen) -> stats.computeIfAbsent(stream, SpoutStats::new).takeFrom(seen));
    }
}
