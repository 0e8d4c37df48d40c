package io.eyewall.model.stepping;

import org.jspecify.annotations.Nullable;

/**
 * The unfinished tuples of a message that one core counts: the core of its spout, or another one
 * that got a tuple of it and counts what follows from that. Such a branch stands for one tuple of
 * its parent, so that an end goes back by the way that tuples came (the engine's BranchTree).
 */
final class Tree {
    /** The number of the spout executor. */
    final int spout;

    /** When the message was due; not a number if its source always has more. */
    final double dueNs;

    /** When the message was emitted. */
    final double emittedNs;

    /** Which core counts. */
    final int core;

    /** Where this counts as one tuple; null for the message itself. */
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

    /** A message is emitted. */
    static Tree message(int spout, double dueNs, double emittedNs, int core) {
        return new Tree(spout, dueNs, emittedNs, core, null);
    }

    /** What follows from one of its tuples is counted by another core. */
    Tree branch(int onCore) {
        return new Tree(spout, dueNs, emittedNs, onCore, this);
    }
}
