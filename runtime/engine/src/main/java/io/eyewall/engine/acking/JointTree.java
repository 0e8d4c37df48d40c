package io.eyewall.engine.acking;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The tuples that are anchored to several tuples at once, and hence may belong to several messages;
 * a joint tree counts as one tuple of each parent.
 */
public final class JointTree extends TupleTree {
    private final TupleTree[] parents;

    /**
     * @param owner the core that counts
     * @param parents trees of the anchors, in each of which one tuple has been opened for this
     *     tree; the array is not copied
     */
    public JointTree(TreeOwner owner, TupleTree[] parents) {
        super(owner, 0);
        this.parents = parents;
    }

    @Override
    void onAllFinished() {
        for (TupleTree parent : parents) {
            owner().finish(parent, owner());
        }
    }

    @Override
    public void forEachRoot(Consumer<RootTree> visitor) {
        forEachRoot(Collections.newSetFromMap(new IdentityHashMap<>()), visitor);
    }

    @Override
    void forEachRoot(Set<TupleTree> visited, Consumer<RootTree> visitor) {
        if (visited.add(this)) {
            for (TupleTree parent : parents) {
                parent.forEachRoot(visited, visitor);
            }
        }
    }
}
