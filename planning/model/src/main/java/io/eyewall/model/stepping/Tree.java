package io.eyewall.model.stepping;

import org.jspecify.annotations.Nullable;

/**
 * The unfinished tuples of a message that one core counts: the core of its spout, or another one
 * that received a tuple of it and counts what follows from that tuple. Such a branch stands for one
 * tuple of its parent, so that its end travels back along the path of the tuples (the engine's
 * BranchTree).
 */
final class Tree {
    /** The number of the spout executor. */
    final int spout;

    /** The time at which the message was due; NaN if its source always has more. */
    final double dueNs;

    /** The time at which the message was emitted. */
    final double emittedNs;

    /** The core that counts. */
    final int core;

    /** The tree in which this one counts as one tuple; null for the message itself. */
    final @Nullable Tree parent;

    /** Its tuples that are not finished yet. */
    int open = 1;

    private Tree(int spout, double dueNs, double emittedNs, int core, @Nullable Tree parent) {
        this.spout = spout;
        this.dueNs = dueNs;
        this.emittedNs = emittedNs;
        this.core = core;
        this.parent = parent;
    }

    /** Returns the tree of a message that is emitted. */
    static Tree message(int spout, double dueNs, double emittedNs, int core) {
        return new Tree(spout, dueNs, emittedNs, core, null);
    }

    /**
     * Returns a branch in which another core counts what follows from one of this tree's tuples.
     */
    Tree branch(int onCore) {
        return new Tree(spout, dueNs, emittedNs, onCore, this);
    }
}
