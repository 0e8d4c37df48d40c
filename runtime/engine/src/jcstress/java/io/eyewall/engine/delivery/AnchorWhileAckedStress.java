package io.eyewall.engine.delivery;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two bolts share a tuple, which Storm allows as long as neither changes it. On its emitter's core
 * one bolt anchors to it, while on another core the bolt that received it opens a branch, then
 * acks.
 */
@JCStressTest
@Outcome(id = "[01], 1", expect = ACCEPTABLE, desc = "counted in the tree, or in none of its own")
@Outcome(expect = FORBIDDEN, desc = "one core got a tree that the other one counts")
@State
@NullUnmarked // unused parts are null
public class AnchorWhileAckedStress {
    private static final TreeOwner EMITTER = (tree, owner) -> {};
    private static final TreeOwner HOLDER = (tree, owner) -> {};

    private final RootTree root = new RootTree(EMITTER, null, 1, "default", "message", 0, 1);
    private final EngineTuple tuple = new EngineTuple(null, List.of(), null, root, EMITTER);

    @Actor
    public void emitter(II_Result r) {
        TupleTree tree = tuple.treeCountedBy(EMITTER);
        r.r1 = tree == null ? 0 : tree == root ? 1 : 2;
    }

    @Actor
    public void holder(II_Result r) {
        TupleTree branch = tuple.treeOn(HOLDER);
        TreeOwner owner = tuple.treeOwner();
        TupleTree taken = tuple.takeTree();
        boolean own = branch.owner() == HOLDER && owner == HOLDER && taken == branch;
        r.r2 = own && tuple.treeOn(HOLDER) == null ? 1 : 0;
    }
}
