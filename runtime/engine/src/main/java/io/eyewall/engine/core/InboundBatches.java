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
    private static final int BATCHES_PER_STEP = 8;

    /** Index of the next tuple of the batch being received. */
    private long batchNext;

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
     * #BATCHES_PER_STEP} batches of tuples of each link.
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
     * Reads through a batch, so that the core waits for the cache lines of all its tuples at once
     * and not one after the other. Not done where this core waits for its senders: it would disturb
     * the sender that writes the next batch, a few cache lines on (decision 116).
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
        int first = (int) batchNext;
        int next = first;
        while (next < tuples.length && tuples[next] != null) {
            CrossCoreMessage arriving = (CrossCoreMessage) tuples[next++];
            batchNext = next; // the next owner continues behind this one
            arriving.arrive();
            if (core.owner() != owner) {
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
