package io.eyewall.engine.executor;

import io.eyewall.engine.acking.PendingTrees;
import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.mailbox.Ring;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The messages of one spout executor that were emitted and whose spout has not been told of their
 * end, counted so that another thread than the core's can ask for their number. A message goes
 * through four places, of which it may skip the first and the last:
 *
 * <ol>
 *   <li>arriving: emitted by another thread, on its way to the core
 *   <li>pending: its tree is not complete
 *   <li>completed: the spout is to be told
 *   <li>untold: on its way to the dedicated thread, which tells the spout
 * </ol>
 *
 * <p>It is counted at the next place before it leaves the last, and {@link #seenFromOutside} looks
 * at them in the same order: so it may be counted more than once, but is never overlooked. The two
 * in the middle are plain numbers, which the core writes for every message; the fences between cost
 * nothing on x86. Methods are for the core's thread, unless they say otherwise.
 */
final class InFlightMessages {
    private final PendingTrees pending;
    private final Ring<RootTree> completed;
    private final AtomicInteger arriving = new AtomicInteger();
    private final AtomicInteger untold = new AtomicInteger();

    /**
     * @param pending where trees are added that begin on the core
     * @param completed taken from, in order, to tell the spouts on the core
     */
    InFlightMessages(PendingTrees pending, Ring<RootTree> completed) {
        this.pending = pending;
        this.completed = completed;
    }

    /** A message was emitted by another thread than the core's. Any thread. */
    void emittedElsewhere() {
        arriving.incrementAndGet();
    }

    /** Such a message has arrived. */
    void arrived(RootTree tree) {
        pending.add(tree);
        VarHandle.releaseFence();
        arriving.decrementAndGet();
    }

    /** A message has ended, which may have been pending. hot path: EmitToExecuteBenchmark */
    void completed(RootTree tree) {
        completed.add(tree);
        VarHandle.releaseFence();
        pending.remove(tree);
    }

    /**
     * Takes a message out of the completed ones for the dedicated thread, which calls {@link #told}
     * when it has told the spout.
     */
    RootTree handOver() {
        untold.incrementAndGet();
        VarHandle.releaseFence();
        return completed.take();
    }

    /** The spout has been told of a message that was handed over. The dedicated thread. */
    void told() {
        untold.decrementAndGet();
    }

    /** At least as many as are under way when it is called. Any thread. */
    int seenFromOutside() {
        int seen = arriving.get();
        VarHandle.acquireFence();
        seen += pending.size();
        VarHandle.acquireFence();
        seen += completed.size();
        VarHandle.acquireFence();
        return seen + untold.get();
    }
}
