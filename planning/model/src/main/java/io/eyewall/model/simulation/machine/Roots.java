package io.eyewall.model.simulation.machine;

import java.util.Arrays;

/**
 * The pending messages of spouts, which are the roots of tuple trees. They are in arrays: a message
 * is an index. The index is reused when its message has completed; {@link #life} counts its uses,
 * and distinguishes batches of the old message from batches of the new one. The messages of one
 * spout executor form a list in the order of their emits, so that the oldest is the first to time
 * out.
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
    private int free = Packets.NONE;

    int make(SimExecutor owner, int count) {
        int root;
        if (free != Packets.NONE) {
            root = free;
            free = next[root];
        } else {
            if (used == spout.length) {
                grow(used * 2);
            }
            root = used++;
        }
        spout[root] = owner.index;
        tuples[root] = count;
        outstanding[root] = 0;
        next[root] = Packets.NONE;
        previous[root] = owner.source().lastPending;
        if (previous[root] == Packets.NONE) {
            owner.source().firstPending = root;
        } else {
            next[previous[root]] = root;
        }
        owner.source().lastPending = root;
        owner.source().pendingTuples += count;
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
    void end(int root, Source owner) {
        if (previous[root] == Packets.NONE) {
            owner.firstPending = next[root];
        } else {
            next[previous[root]] = next[root];
        }
        if (next[root] == Packets.NONE) {
            owner.lastPending = previous[root];
        } else {
            previous[next[root]] = previous[root];
        }
        owner.pendingTuples -= tuples[root];
        life[root]++;
        next[root] = free;
        free = root;
    }

    boolean isAlive(int root, int expectedLife) {
        return root != Packets.NONE && life[root] == expectedLife;
    }
}
