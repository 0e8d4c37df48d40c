package io.eyewall.engine.acking;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tuples that follow from a tuple which another core has, or another task: who emits them can't
 * count them in that tuple's tree, whose owner is at work at the same time. They are counted here,
 * by the emitter's core; together they stand for one tuple of the anchor's tree, in which the
 * anchor's own core opens it, before it does what comes later, and finishes it after all of them.
 */
public final class GraftTree extends TupleTree {
    private final TupleTree anchorsTree;
    private final Consumer<GraftTree> onFinished;
    private @Nullable TupleTree stock;
    private volatile boolean severed;

    /**
     * @param owner the core that counts
     * @param anchorsTree the tree of the anchor as it is seen now; maybe by another core
     * @param onFinished called with this on the owner's thread, once
     */
    public GraftTree(TreeOwner owner, TupleTree anchorsTree, Consumer<GraftTree> onFinished) {
        super(owner, 0);
        this.anchorsTree = anchorsTree;
        this.onFinished = onFinished;
    }

    /**
     * Counts as one tuple of that tree from now on. For the core that has the anchor.
     *
     * @param tree null if the anchor has been finished before: nothing depends on this then
     */
    public void growOn(@Nullable TupleTree tree) {
        stock = tree;
        if (tree == null) {
            severed = true;
        } else {
            tree.open(1);
        }
    }

    /** Where this counts as one tuple; null if nowhere. For the core that has the anchor. */
    public @Nullable TupleTree stock() {
        return stock;
    }

    @Override
    void finished() {
        onFinished.accept(this);
    }

    @Override
    public void forEachRoot(Consumer<RootTree> visitor) {
        if (!severed) {
            anchorsTree.forEachRoot(visitor);
        }
    }
}
