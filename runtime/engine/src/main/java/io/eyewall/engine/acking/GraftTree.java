package io.eyewall.engine.acking;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tuples that are anchored to a tuple which another core, or another task, holds. The emitter
 * can't count them in that tuple's tree, whose owner counts in it concurrently. Instead the
 * emitter's core counts them here, and this tree counts as one tuple of the anchor's tree, its
 * parent. The core that holds the anchor opens that one tuple before it handles later events of the
 * anchor, and finishes it after all tuples that are counted here have finished.
 */
public final class GraftTree extends TupleTree {
    private final TupleTree anchorsTree;
    private final Consumer<GraftTree> onFinished;
    private @Nullable TupleTree parent;

    /** Whether the anchor was finished first, so that no message depends on this tree. */
    private volatile boolean anchorFinishedFirst;

    /**
     * @param owner the core that counts
     * @param anchorsTree the tree of the anchor as it is visible now, maybe from another core
     * @param onFinished called with this tree on the owner's thread, once
     */
    public GraftTree(TreeOwner owner, TupleTree anchorsTree, Consumer<GraftTree> onFinished) {
        super(owner, 0);
        this.anchorsTree = anchorsTree;
        this.onFinished = onFinished;
    }

    /**
     * Sets the parent, and counts this tree as one of its tuples. Called by the core that holds the
     * anchor.
     *
     * @param anchorsPresentTree null if the anchor has finished already: no message depends on this
     *     tree then
     */
    public void attachTo(@Nullable TupleTree anchorsPresentTree) {
        parent = anchorsPresentTree;
        if (anchorsPresentTree == null) {
            anchorFinishedFirst = true;
        } else {
            anchorsPresentTree.open(1);
        }
    }

    /**
     * Returns the tree in which this one counts as one tuple; null if the anchor finished first.
     * Called by the core that holds the anchor.
     */
    public @Nullable TupleTree parent() {
        return parent;
    }

    @Override
    void onAllFinished() {
        onFinished.accept(this);
    }

    @Override
    public void forEachRoot(Consumer<RootTree> visitor) {
        if (!anchorFinishedFirst) {
            anchorsTree.forEachRoot(visitor);
        }
    }

    @Override
    void forEachRoot(Set<TupleTree> visited, Consumer<RootTree> visitor) {
        if (!anchorFinishedFirst) {
            anchorsTree.forEachRoot(visited, visitor);
        }
    }
}
