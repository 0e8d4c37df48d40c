package io.eyewall.engine.core;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.mailbox.LinkReceiver;
import io.eyewall.engine.mailbox.LinkReceivers;
import io.eyewall.engine.memory.Padded;
import org.jspecify.annotations.Nullable;

/**
 * Receives what the other cores have sent to a core. The current batch and the position in it are
 * fields, so that another owner can continue where a thread lost the core in the middle of a batch.
 * For the core's owner thread.
 */
@SuppressWarnings("unused") // padding
final class InboundBatches extends Padded {
    /** Maximum number of batches of tuples that a step receives from each link. */
    private static final int MAX_BATCHES_PER_LINK = 8;

    /** Index of the next tuple of the batch being received. */
    private long nextInBatch;

    /** Written so that the compiler can't eliminate the reads of {@link #readAhead}. */
    private long readAheadSum;

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

    /**
     * Receives everything that has arrived: all finished tuples, and up to {@link
     * #MAX_BATCHES_PER_LINK} batches of tuples of each link.
     *
     * @return the number of tuples and finished tuples, or {@link Core#LOST}
     */
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
        boolean behind = !core.isIdle(); // an idle core waits for its senders
        for (int from = 0; from < tuples.count(); from++) {
            LinkReceiver link = tuples.get(from);
            Object[] next;
            for (int i = 0; i < MAX_BATCHES_PER_LINK && (next = link.poll()) != null; i++) {
                batch = next;
                nextInBatch = 0;
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
     * Reads through a batch, so that the core waits for the cache lines of all its tuples at once
     * and not one after the other. Not called while this core waits for its senders: reading would
     * disturb the sender that writes the next batch, a few cache lines on (decision 116).
     */
    private void readAhead(@Nullable Object[] tuples) {
        int sum = 0;
        for (int i = 0; i < tuples.length && tuples[i] != null; i++) {
            sum += ((CrossCoreMessage) tuples[i]).readAhead();
        }
        readAheadSum = sum;
    }

    /** Receives the remaining tuples of {@link #batch}. */
    private int receiveBatch(@Nullable Object[] tuples) {
        CoreOwner owner = core.owner();
        int first = (int) nextInBatch;
        int next = first;
        while (next < tuples.length && tuples[next] != null) {
            CrossCoreMessage arriving = (CrossCoreMessage) tuples[next++];
            nextInBatch = next; // the next owner continues after this tuple
            arriving.arrive();
            if (core.owner() != owner) {
                return Core.LOST;
            }
            core.afterArrival();
        }
        batch = null;
        return next - first;
    }

    /** Receives the finished tuples of a link: those that count in trees of this core. */
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
