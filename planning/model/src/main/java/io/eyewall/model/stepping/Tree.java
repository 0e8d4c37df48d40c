package io.eyewall.model.stepping;

import org.jspecify.annotations.Nullable;

/**
 * The unfinished tuples of a message that one core counts. The core of the spout counts the
 * message's tree. Another core that receives a tuple of the message counts the tuples that follow
 * from it, in a branch. A branch stands for one tuple of its parent tree, so its end is reported
 * back along the path of the tuples (see the engine's BranchTree).
 */
final class Tree {
    /** The number of the spout executor. */
    final int spout;

    /** The time at which the message was due; NaN if its source always has more. */
    final double dueNs;

    /** The time at which the message was emitted. */
    final double emittedNs;

    /** The index of the core that counts. */
    final int core;

    /** The tree in which this one counts as one tuple; null for the message itself. */
    final @Nullable Tree parent;

    /** Number of its tuples that are not finished yet. */
    int unfinished = 1;

    private Tree(int spout, double dueNs, double emittedNs, int core, @Nullable Tree parent) {
        this.spout = spout;
        this.dueNs = dueNs;
        this.emittedNs = emittedNs;
        this.core = core;
        this.parent = parent;
    }

    /** Returns the tree of a newly emitted message. */
    static Tree message(int spout, double dueNs, double emittedNs, int core) {
        return new Tree(spout, dueNs, emittedNs, core, null);
    }

    /**
     * Returns a branch in which the core {@code onCore} counts the tuples that follow from one
     * tuple of this tree.
     */
    Tree branchOn(int onCore) {
        return new Tree(spout, dueNs, emittedNs, onCore, this);
    }
}
