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
 * A message whose tuples are finished on two cores at once: it completes once, when both cores have
 * reported, and not before.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "complete after the other core has reported")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "complete while both are at work")
@Outcome(expect = FORBIDDEN, desc = "never complete, or twice")
@State
public class BranchStress implements RootListener {
    private final List<Core> cores = Core.create(2, 1, 2, Clock.SYSTEM);
    private final Core home = cores.get(0);
    private final Core away = cores.get(1);
    private final RootTree root = new RootTree(home, this, 1, "default", "message", 0, 2);
    private final BranchTree branch = new BranchTree(away, root, home);
    private int completions;

    @Override
    public void onComplete(RootTree tree) {
        completions++;
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
    public void home(II_Result r) {
        home.driveByCaller();
        home.finish(root, home);
        home.step();
        r.r1 = completions;
    }

    @Actor
    public void away() {
        away.driveByCaller();
        branch.open(1); // emits one anchored tuple
        away.finish(branch, away);
        away.finish(branch, away);
        away.step();
    }

    @Arbiter
    public void rest(II_Result r) {
        home.step();
        r.r2 = completions;
    }
}
