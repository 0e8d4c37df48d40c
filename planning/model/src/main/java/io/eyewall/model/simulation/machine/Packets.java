package io.eyewall.model.simulation.machine;

import java.util.Arrays;

/**
 * All existing batches of tuples, in arrays: a batch (packet) is an index. Batches of one queue
 * form a list by {@link #next}.
 */
final class Packets {
    /** Stands for no batch, or for no message. */
    static final int NONE = -1;

    /** The kind of a batch: tuples for a bolt. */
    static final byte DATA = 0;

    static final byte INIT = 1;
    static final byte ACK = 2;
    static final byte DONE = 3;

    int[] root = new int[1024];
    int[] rootLife = new int[1024];
    int[] tuples = new int[1024];
    int[] from = new int[1024];
    int[] to = new int[1024];
    int[] toLife = new int[1024];
    int[] next = new int[1024];
    int[] hop = new int[1024];
    long[] emittedNs = new long[1024];
    double[] bytes = new double[1024];
    byte[] kind = new byte[1024];
    byte[] level = new byte[1024];

    private int used;
    private int free = NONE;
    private int alive;

    int make() {
        alive++;
        if (free != NONE) {
            int packet = free;
            free = next[packet];
            next[packet] = NONE;
            return packet;
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

    void free(int packet) {
        alive--;
        next[packet] = free;
        free = packet;
    }

    /** Returns the number of batches that exist. */
    int alive() {
        return alive;
    }
}
