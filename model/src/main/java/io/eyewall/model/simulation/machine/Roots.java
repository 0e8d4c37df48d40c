package io.eyewall.model.simulation.machine;

import java.util.Arrays;

/**
 * Messages of spouts that are under way, in arrays. A number is used again when its message is
 * done; its {@link #life} tells old batches from new ones. Those of one spout executor form a list
 * in the order in which they were emitted, so that the oldest is the first to time out.
 */
final class Roots {
    int[] spout = new int[1024];
    int[] life = new int[1024];
    int[] tuples = new int[1024];

    /** Batches that have to be acked still, and the spout's own word to the acker. */
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

    /** The message is acked or has failed: what belongs to it still is of no meaning now. */
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

    boolean isAlive(int root, int itsLife) {
        return root != Packets.NONE && life[root] == itsLife;
    }
}
