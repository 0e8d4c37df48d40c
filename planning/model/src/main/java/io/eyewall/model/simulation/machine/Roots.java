package io.eyewall.model.simulation.machine;

import java.util.Arrays;

/**
 * The pending messages of spouts, which are the roots of tuple trees. They are in arrays: a message
 * is an index. An index is reused after its message has completed; {@link #life} counts the uses of
 * the index, and so distinguishes batches of an old message from batches of a new one. The messages
 * of one spout executor form a list in the order of their emits, so that the oldest is the first to
 * time out.
 */
final class Roots {
    int[] spout = new int[1024];
    int[] life = new int[1024];
    int[] tuples = new int[1024];

    /**
     * Number of the message's batches that are not yet acked, including the spout's message to the
     * acker.
     */
    int[] outstanding = new int[1024];

    long[] emittedNs = new long[1024];
    int[] previous = new int[1024];
    int[] next = new int[1024];

    private int used;
    private int free = Batches.NONE;

    int create(SimExecutor spoutExecutor, int tupleCount) {
        int root;
        if (free != Batches.NONE) {
            root = free;
            free = next[root];
        } else {
            if (used == spout.length) {
                grow(used * 2);
            }
            root = used++;
        }
        spout[root] = spoutExecutor.index;
        tuples[root] = tupleCount;
        outstanding[root] = 0;
        next[root] = Batches.NONE;
        previous[root] = spoutExecutor.source().lastPending;
        if (previous[root] == Batches.NONE) {
            spoutExecutor.source().firstPending = root;
        } else {
            next[previous[root]] = root;
        }
        spoutExecutor.source().lastPending = root;
        spoutExecutor.source().pendingMessages += tupleCount;
        return root;
    }

    private void grow(int size) {
        spout = Arrays.copyOf(spout, size);
        life = Arrays.copyOf(life, size);
        tuples = Arrays.copyOf(tuples, size);
        outstanding = Arrays.copyOf(outstanding, size);
        emittedNs = Arrays.copyOf(emittedNs, size);
        previous = Arrays.copyOf(previous, size);
        next = Arrays.copyOf(next, size);
    }

    /**
     * Ends a message that was acked or has failed; acks of its remaining batches have no effect.
     */
    void end(int root, Source source) {
        if (previous[root] == Batches.NONE) {
            source.firstPending = next[root];
        } else {
            next[previous[root]] = next[root];
        }
        if (next[root] == Batches.NONE) {
            source.lastPending = previous[root];
        } else {
            previous[next[root]] = previous[root];
        }
        source.pendingMessages -= tuples[root];
        life[root]++;
        next[root] = free;
        free = root;
    }

    boolean isAlive(int root, int expectedLife) {
        return root != Batches.NONE && life[root] == expectedLife;
    }
}
