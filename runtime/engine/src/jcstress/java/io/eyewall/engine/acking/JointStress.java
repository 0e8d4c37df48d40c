package io.eyewall.engine.acking;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A tuple anchored to messages of two spouts, whose cores finish tuples of their own meanwhile:
 * both messages complete once, after the tuple is acked.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both are complete")
@Outcome(expect = FORBIDDEN, desc = "one is not complete, or twice, or before the tuple is acked")
@State
public class JointStress implements RootListener {
    private static final int TOO_EARLY = 100;

    private final List<Core> cores = Core.create(3, 1, 2, Clock.SYSTEM);
    private final Core joining = cores.get(2);
    private final RootTree[] roots = {root(0), root(1)};
    private final int[] completions = new int[2];

    /** Set before the last ack: a plain field, visible to a thread that sees the tree complete. */
    private boolean acked;

    private RootTree root(int core) {
        return new RootTree(cores.get(core), this, core, "default", "message", 0, 2);
    }

    @Override
    public void onComplete(RootTree tree) {
        completions[tree.taskId()] += acked ? 1 : TOO_EARLY;
    }

    @Override
    public void failLater(RootTree tree) {
        throw new AssertionError("nobody fails");
    }

    @Override
    public void resetTimeoutLater(RootTree tree) {
        throw new AssertionError("nobody asks for time");
    }

    @Actor
    public void home() {
        for (RootTree root : roots) {
            Core home = (Core) root.owner();
            home.driveByCaller();
            home.finish(root, home);
            home.step();
        }
    }

    @Actor
    public void joining() {
        joining.driveByCaller();
        TupleTree[] parents = {
            new BranchTree(joining, roots[0], cores.get(0)),
            new BranchTree(joining, roots[1], cores.get(1))
        };
        for (TupleTree parent : parents) {
            parent.open(1);
        }
        TupleTree joint = new JointTree(joining, parents);
        joint.open(1); // emits one tuple with both anchors
        for (TupleTree parent : parents) {
            joining.finish(parent, joining); // acks the anchors
        }
        acked = true;
        joining.finish(joint, joining);
        joining.step();
    }

    @Arbiter
    public void rest(II_Result r) {
        cores.get(0).step();
        cores.get(1).step();
        r.r1 = completions[0];
        r.r2 = completions[1];
    }
}
