package io.eyewall.engine.acking;

import java.util.function.Consumer;

/**
 * The unfinished tuples of a spout message that were created on one core: the root's own core, or a
 * branch on another. Owned by one core; only that core's thread counts. {@link #owner()} and {@link
 * #forEachRoot} read fields that change only while all cores stand still.
 */
public abstract class TupleTree {
    private TreeOwner owner;
    private int open;

    /**
     * @param owner the core that counts
     * @param open unfinished tuples at the beginning
     */
    TupleTree(TreeOwner owner, int open) {
        this.owner = owner;
        this.open = open;
    }

    /** The core that counts. For that core: see {@link TreeOwner#finish}. */
    public final TreeOwner owner() {
        return owner;
    }

    /** While all cores stand still, or before anybody else knows the tree. */
    final void giveTo(TreeOwner next) {
        owner = next;
    }

    /** Unfinished tuples at this moment. */
    public final int openCount() {
        return open;
    }

    /** Counts tuples that are about to be delivered. hot path: EmitToExecuteBenchmark */
    public final void open(int tuples) {
        open += tuples;
    }

    /** One tuple of this tree, or one branch, is finished. hot path: EmitToExecuteBenchmark */
    public final void finishOne() {
        assert open > 0 : "more tuples finished than opened: " + this;
        if (--open == 0) {
            finished();
        }
    }

    /** All tuples counted here are finished. */
    abstract void finished();

    /** Visits the message, or with several anchors the messages, that this belongs to. */
    public abstract void forEachRoot(Consumer<RootTree> visitor);
}
