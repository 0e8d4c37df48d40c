package io.eyewall.engine.acking;

/** Counts the tuples of trees: a core. Called on the core's own thread. */
public interface TreeOwner {
    /**
     * Finishes one tuple of a tree: counts it at once if this is the tree's owner, else sends it to
     * the owner.
     *
     * @param tree must not be read unless this is its owner: reading what another core is about to
     *     write makes that core wait (decision 39)
     * @param owner the tree's owner, or its owner when the tuple was created: a core that gets the
     *     tree and no longer owns it forwards it to the present owner
     */
    void finish(TupleTree tree, TreeOwner owner);
}
