package io.eyewall.engine.core;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.mailbox.LinkReceiver;
import io.eyewall.engine.mailbox.LinkReceivers;
import io.eyewall.engine.memory.Padded;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the other cores have sent to one. The batch in hand and the place in it are fields, so
 * that a successor can go on where a thread lost the core in the middle of a batch. For the thread
 * that drives the core.
 */
@SuppressWarnings("unused") // padding
final class InboundBatches extends Padded {
    private static final int BATCHES_PER_STEP = 8;

    /** The next tuple of the batch being received. */
    private long batchNext;

    /** Written so that what was read counts as used. */
    private long read;

    private long q1;
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;
    private long q7;
    private long q8;

    private final Core core;
    private final CoreLinks links;

    /** The batch being received, or null. */
    private @Nullable Object @Nullable [] batch;

    InboundBatches(Core core, CoreLinks links) {
        this.core = core;
        this.links = links;
    }

    /** Everything that has arrived, a few batches of each link; how many, or {@link Core#LOST}. */
    int receive() {
        Object[] unfinished = batch;
        int received = unfinished == null ? 0 : receiveBatch(unfinished);
        if (received == Core.LOST) {
            return Core.LOST;
        }
        LinkReceivers finished = links.finishedIn();
        for (int from = 0; from < finished.count(); from++) {
            received += receiveFinished(finished.get(from));
        }
        LinkReceivers tuples = links.tuplesIn();
        boolean behind = !core.isIdle(); // else the senders are slower
        for (int from = 0; from < tuples.count(); from++) {
            LinkReceiver link = tuples.get(from);
            Object[] next;
            for (int i = 0; i < BATCHES_PER_STEP && (next = link.poll()) != null; i++) {
                batch = next;
                batchNext = 0;
                if (behind) {
                    readAhead(next);
                }
                int arrived = receiveBatch(next);
                if (arrived == Core.LOST) {
                    return Core.LOST;
                }
                received += arrived;
            }
        }
        return received;
    }

    /**
     * Waits for the cache lines of all tuples of a batch at once, not for one after the other. Not
     * where this core waits for its senders: they would wait for lines beside those (decision 116).
     */
    private void readAhead(@Nullable Object[] tuples) {
        int sum = 0;
        for (int i = 0; i < tuples.length && tuples[i] != null; i++) {
            sum += ((CrossCoreMessage) tuples[i]).readAhead();
        }
        read = sum;
    }

    /** Goes on with the tuples of {@link #batch}. */
    private int receiveBatch(@Nullable Object[] tuples) {
        CoreOwner own = core.driver();
        int first = (int) batchNext;
        int next = first;
        while (next < tuples.length && tuples[next] != null) {
            CrossCoreMessage arriving = (CrossCoreMessage) tuples[next++];
            batchNext = next; // a successor goes on with the one behind it
            arriving.arrive();
            if (core.driver() != own) {
                return Core.LOST;
            }
            core.afterArrival();
        }
        batch = null;
        return next - first;
    }

    private int receiveFinished(LinkReceiver link) {
        int finished = 0;
        Object[] trees;
        while ((trees = link.poll()) != null) {
            for (Object tree : trees) {
                if (tree == null) {
                    break;
                }
                core.finish((TupleTree) tree, core);
                finished++;
            }
        }
        return finished;
    }
}
