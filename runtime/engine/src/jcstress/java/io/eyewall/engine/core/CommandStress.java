package io.eyewall.engine.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A foreign thread submits commands to a core while the core itself does, and the core runs them.
 */
@JCStressTest
@Outcome(id = "3, 3", expect = ACCEPTABLE, desc = "all ran, those of one thread in its order")
@Outcome(expect = FORBIDDEN, desc = "a command was lost, ran twice or overtook another")
@State
public class CommandStress {
    private static final int COMMANDS = 3;

    private final Core core = Core.create(1, 1, 2, Clock.SYSTEM).get(0);

    /** Commands that have run in order, by submitting thread; plain fields of the core. */
    private final int[] ran = new int[2];

    private void submit(int thread) {
        for (int number = 1; number <= COMMANDS; number++) {
            int own = number;
            core.submit(() -> ran[thread] = ran[thread] == own - 1 ? own : -COMMANDS);
        }
    }

    @Actor
    public void foreign() {
        submit(0);
    }

    @Actor
    public void core() {
        core.driveByCaller();
        submit(1);
        core.step();
        core.step();
    }

    @Arbiter
    public void rest(II_Result r) {
        core.step();
        r.r1 = ran[0];
        r.r2 = ran[1];
    }
}
