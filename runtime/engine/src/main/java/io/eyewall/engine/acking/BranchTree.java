package io.eyewall.engine.acking;

import java.util.Set;
import java.util.function.Consumer;

/**
 * The tuples that follow from one tuple of another core; a branch counts as one tuple of its
 * parent.
 */
public final class BranchTree extends TupleTree {
    private final TupleTree parent;
    private final TreeOwner parentOwner;

    /**
     * Creates a branch for a tuple that came from another core, counting that tuple as its first.
     *
     * @param owner the core that counts from now on
     * @param parent the tree in which the tuple has been counted so far
     * @param parentOwner the core that has counted it there; see {@link TreeOwner#finish}
     */
    public BranchTree(TreeOwner owner, TupleTree parent, TreeOwner parentOwner) {
        super(owner, 1);
        this.parent = parent;
        this.parentOwner = parentOwner;
    }

    /** Returns the tree in which this branch counts as one tuple. */
    public TupleTree parent() {
        return parent;
    }

    /** Returns the core that has counted the tuple there; see {@link TreeOwner#finish}. */
    public TreeOwner parentOwner() {
        return parentOwner;
    }

    @Override
    void onAllFinished() {
        owner().finish(parent, parentOwner);
    }

    @Override
    public void forEachRoot(Consumer<RootTree> visitor) {
        parent.forEachRoot(visitor);
    }

    @Override
    void forEachRoot(Set<TupleTree> visited, Consumer<RootTree> visitor) {
        parent.forEachRoot(visited, visitor);
    }
}
