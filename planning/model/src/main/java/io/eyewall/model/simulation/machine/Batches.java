package io.eyewall.model.simulation.machine;

import java.util.Arrays;

/**
 * All existing batches of tuples, in arrays: a batch is an index. The batches of one queue form a
 * list by {@link #next}.
 */
final class Batches {
    /** Stands for no batch, or for no message. */
    static final int NONE = -1;

    /** A kind of batch: tuples for a bolt. */
    static final byte DATA = 0;

    /** A kind of batch: a spout's announcement of a message to the acker. */
    static final byte INIT = 1;

    /** A kind of batch: a bolt's ack to the acker. */
    static final byte ACK = 2;

    /** A kind of batch: the completion of a message, to its spout. */
    static final byte DONE = 3;

    /** The message that it belongs to, and the value of {@link Roots#life} of that message. */
    int[] root = new int[1024];

    int[] rootLife = new int[1024];
    int[] tuples = new int[1024];

    /** Indexes of the sending and of the receiving executor. */
    int[] from = new int[1024];

    int[] to = new int[1024];

    /** The receiver's {@link SimExecutor#life} when the batch was emitted. */
    int[] toLife = new int[1024];

    int[] next = new int[1024];

    /** The next hop on its way; see {@link SimulatedNetwork#link}. */
    int[] hop = new int[1024];

    long[] emittedNs = new long[1024];
    double[] bytes = new double[1024];
    byte[] kind = new byte[1024];

    /** Height of the level at which sender and receiver meet. */
    byte[] level = new byte[1024];

    private int used;
    private int free = NONE;
    private int alive;

    int create() {
        alive++;
        if (free != NONE) {
            int batch = free;
            free = next[batch];
            next[batch] = NONE;
            return batch;
        }
        if (used == root.length) {
            grow(used * 2);
        }
        next[used] = NONE;
        return used++;
    }

    private void grow(int size) {
        root = Arrays.copyOf(root, size);
        rootLife = Arrays.copyOf(rootLife, size);
        tuples = Arrays.copyOf(tuples, size);
        from = Arrays.copyOf(from, size);
        to = Arrays.copyOf(to, size);
        toLife = Arrays.copyOf(toLife, size);
        next = Arrays.copyOf(next, size);
        hop = Arrays.copyOf(hop, size);
        emittedNs = Arrays.copyOf(emittedNs, size);
        bytes = Arrays.copyOf(bytes, size);
        kind = Arrays.copyOf(kind, size);
        level = Arrays.copyOf(level, size);
    }

    void free(int batch) {
        alive--;
        next[batch] = free;
        free = batch;
    }

    /** Returns the number of batches that exist. */
    int alive() {
        return alive;
    }
}
