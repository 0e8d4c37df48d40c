package io.eyewall.engine.acking;

/** Who counts the tuples of a tree: a core. Called on the core's own thread. */
public interface TreeOwner {
    /**
     * One tuple of a tree is finished: counts it at once when the tree is this owner's, else tells
     * the tree's owner.
     */
    void finish(TupleTree tree);
}
