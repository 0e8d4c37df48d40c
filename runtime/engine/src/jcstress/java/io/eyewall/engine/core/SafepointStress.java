package io.eyewall.engine.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A core works on its state, two plain fields, until a safepoint stops it. */
@JCStressTest
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the core stood still between two steps")
@Outcome(expect = FORBIDDEN, desc = "it did not, or continued with its state as it was before")
@State
public class SafepointStress {
    private static final Duration LONG = Duration.ofDays(1);
    private static final int MOVED = 1 << 30;

    private final List<Core> cores = Core.create(1, 1, 2, Clock.SYSTEM);
    private final CoreGroup group = new CoreGroup(cores, 0, 0, 0, (core, defect) -> {});
    private volatile boolean over;
    private int first;
    private int second;

    @Actor
    public void core() {
        Core core = cores.get(0);
        core.driveByCaller();
        while (!over) {
            first++;
            second++;
            core.step();
        }
    }

    /** Records whether the core stood still, and by how much its state was between two states. */
    @Actor
    public void rebalance(III_Result r) {
        try {
            r.r1 = group.run(() -> r.r2 = inBetween(), LONG) ? 1 : 0;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        over = true;
    }

    private int inBetween() {
        int before = first - second;
        first += MOVED;
        second += MOVED;
        return before + (first - second);
    }

    /** Records whether the core continued with the changed state. */
    @Arbiter
    public void end(III_Result r) {
        r.r3 = first == second && first >= MOVED ? 1 : 0;
    }
}
