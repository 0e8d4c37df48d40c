package io.eyewall.engine.acking;

/** A core as the owner of tuple trees. Called on the thread that runs the core. */
public interface TreeOwner {
    /**
     * Finishes one tuple of a tree: counts it at once if this core is the tree's owner, else sends
     * the tree to its owner.
     *
     * @param tree must not be read unless this core is its owner: reading what another core is
     *     about to write makes that core wait (decision 39)
     * @param owner the tree's owner, or its owner when the tuple was created: a core that receives
     *     a tree and no longer owns it forwards it to the present owner
     */
    void finish(TupleTree tree, TreeOwner owner);
}
