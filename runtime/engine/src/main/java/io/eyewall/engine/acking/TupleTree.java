package io.eyewall.engine.acking;

import io.eyewall.engine.memory.HotPath;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The unfinished tuples of a spout message that were created on one core: the root's own core, or
 * the core of a branch. Owned by one core; only that core's owner thread counts. {@link #owner()}
 * and {@link #forEachRoot} read fields that change only while all cores stand still.
 */
public abstract class TupleTree {
    private TreeOwner owner;
    private int openCount;

    /**
     * @param owner the core that counts
     * @param openTuples number of unfinished tuples at the beginning
     */
    TupleTree(TreeOwner owner, int openTuples) {
        this.owner = owner;
        this.openCount = openTuples;
    }

    /**
     * Returns the core that counts. Only that core may call this: other cores must not read the
     * tree, see {@link TreeOwner#finish}.
     */
    public final TreeOwner owner() {
        return owner;
    }

    /**
     * Changes the owner; called while all cores stand still, or before another thread knows the
     * tree.
     */
    final void setOwner(TreeOwner next) {
        owner = next;
    }

    /** Returns the number of unfinished tuples. */
    public final int openCount() {
        return openCount;
    }

    /** Counts tuples that are about to be delivered. */
    @HotPath
    public final void open(int tuples) {
        openCount += tuples;
    }

    /** Counts one tuple or branch of this tree as finished. */
    @HotPath
    public final void finishOne() {
        assert openCount > 0 : "more tuples finished than opened: " + this;
        if (--openCount == 0) {
            onAllFinished();
        }
    }

    /** Called when all tuples counted here are finished. */
    abstract void onAllFinished();

    /**
     * Visits the message that this tree belongs to, or with several anchors the messages, each of
     * them once.
     */
    public abstract void forEachRoot(Consumer<RootTree> visitor);

    /**
     * Visits the messages that no visited tree belongs to.
     *
     * @param visited the joint trees and roots that have been visited; this call adds to them.
     *     Without this set the time could grow exponentially with the depth of the topology: if
     *     several tasks anchor their tuples to all that they received, so does the number of paths
     *     to a root
     */
    abstract void forEachRoot(Set<TupleTree> visited, Consumer<RootTree> visitor);
}
