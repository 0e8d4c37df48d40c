package io.eyewall.engine.acking;

/** Who counts the tuples of a tree: a core. Called on the core's own thread. */
public interface TreeOwner {
    /**
     * One tuple of a tree is finished: counts it at once when the tree is this owner's, else tells
     * the owner.
     *
     * @param tree not to be looked at unless it is this owner's: reading what another core is about
     *     to write makes that core wait (decision 39)
     * @param owner the tree's, or what it was when the tuple was made: whoever is told and is not
     *     the owner any more tells the owner
     */
    void finish(TupleTree tree, TreeOwner owner);
}
