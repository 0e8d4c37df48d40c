package io.eyewall.engine.acking;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tuples that are anchored to a tuple which another core, or another task, holds. The emitter
 * can't count them in that tuple's tree, whose owner counts in it concurrently. Instead the
 * emitter's core counts them here. Together they count as one tuple of the anchor's tree, which is
 * called the stock. The core that holds the anchor opens this one tuple before it handles later
 * events of the anchor, and finishes it after all tuples that are counted here have finished.
 */
public final class GraftTree extends TupleTree {
    private final TupleTree anchorsTree;
    private final Consumer<GraftTree> onFinished;
    private @Nullable TupleTree stock;

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
     * Counts this tree as one tuple of the anchor's tree from now on. For the core that holds the
     * anchor.
     *
     * @param tree null if the anchor has been finished before: nothing depends on this tree then
     */
    public void attachTo(@Nullable TupleTree tree) {
        stock = tree;
        if (tree == null) {
            anchorFinishedFirst = true;
        } else {
            tree.open(1);
        }
    }

    /**
     * Returns the tree in which this one counts as one tuple; null if there is none. For the core
     * that holds the anchor.
     */
    public @Nullable TupleTree stock() {
        return stock;
    }

    @Override
    void finished() {
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
