package io.eyewall.engine.spout;

import io.eyewall.engine.acking.PendingTrees;
import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.mailbox.Ring;
import io.eyewall.engine.memory.HotPath;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The messages of one spout executor that were emitted and whose completion has not been delivered,
 * counted so that a thread other than the core's owner can read their number. A message passes
 * through four stages, of which it may skip the first and the last:
 *
 * <ol>
 *   <li>arriving: emitted by another thread, on its way to the core
 *   <li>pending: its tree is not complete
 *   <li>completed: the completion is to be delivered
 *   <li>handed over: the completion is on its way to the dedicated thread, which delivers it
 * </ol>
 *
 * <p>A message is counted in its next stage before it is removed from the stage that it leaves, and
 * {@link #upperBound} reads the stages in the same order: it may count a message more than once,
 * but never misses one. The two stages in the middle are plain numbers, because the core writes
 * them for every message; the fences between the writes cost nothing on x86. Owner thread of the
 * executor's core only, unless a method states otherwise.
 */
final class InFlightMessages {
    private final PendingTrees pending;
    private final Ring<RootTree> completed;
    private final AtomicInteger arriving = new AtomicInteger();
    private final AtomicInteger handedOver = new AtomicInteger();

    /**
     * @param pending receives the trees that begin on the core
     * @param completed the queue from which completions are delivered in order on the core
     */
    InFlightMessages(PendingTrees pending, Ring<RootTree> completed) {
        this.pending = pending;
        this.completed = completed;
    }

    /** Records that a thread other than the core's owner has emitted a message. Any thread. */
    void onForeignEmit() {
        arriving.incrementAndGet();
    }

    /** Called when a message of {@link #onForeignEmit} has arrived on the core. */
    void onArrived(RootTree tree) {
        pending.add(tree);
        VarHandle.releaseFence();
        arriving.decrementAndGet();
    }

    /** Called when a message has completed; it may have been pending. */
    @HotPath
    void onCompleted(RootTree tree) {
        completed.add(tree);
        VarHandle.releaseFence();
        pending.remove(tree);
    }

    /**
     * Removes a completed message for the dedicated thread, which calls {@link #onDelivered} after
     * it has delivered the completion.
     */
    RootTree handOver() {
        handedOver.incrementAndGet();
        VarHandle.releaseFence();
        return completed.removeFirst();
    }

    /**
     * Records that the completion of a handed-over message has been delivered. Called by the
     * dedicated thread.
     */
    void onDelivered() {
        handedOver.decrementAndGet();
    }

    /** Returns at least the number of messages in flight when this is called. Any thread. */
    int upperBound() {
        int count = arriving.get();
        VarHandle.acquireFence();
        count += pending.size();
        VarHandle.acquireFence();
        count += completed.size();
        VarHandle.acquireFence();
        return count + handedOver.get();
    }
}
