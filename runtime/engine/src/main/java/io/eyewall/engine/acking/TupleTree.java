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
    private int open;

    /**
     * @param owner the core that counts
     * @param open number of unfinished tuples at the beginning
     */
    TupleTree(TreeOwner owner, int open) {
        this.owner = owner;
        this.open = open;
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
        return open;
    }

    /** Counts tuples that are about to be delivered. */
    @HotPath
    public final void open(int tuples) {
        open += tuples;
    }

    /** Counts one tuple or branch of this tree as finished. */
    @HotPath
    public final void finishOne() {
        assert open > 0 : "more tuples finished than opened: " + this;
        if (--open == 0) {
            finished();
        }
    }

    /** Called when all tuples counted here are finished. */
    abstract void finished();

    /**
     * Visits the message that this tree belongs to, or with several anchors the messages, each of
     * them once.
     */
    public abstract void forEachRoot(Consumer<RootTree> visitor);

    /**
     * Visits the messages that no visited tree belongs to.
     *
     * @param visited the joint trees and roots that have been visited; added to. Tuples that
     *     several tasks anchor to all that they received make a number of ways to a root that grows
     *     exponentially with the depth of the topology
     */
    abstract void forEachRoot(Set<TupleTree> visited, Consumer<RootTree> visitor);
}
