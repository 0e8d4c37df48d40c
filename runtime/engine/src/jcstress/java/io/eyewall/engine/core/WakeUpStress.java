package io.eyewall.engine.core;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/**
 * A core that goes to sleep while another thread submits a command wakes up, or does not fall
 * asleep.
 */
@JCStressTest(Mode.Termination)
@Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "the command ran")
@Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "the wake-up was lost")
@State
public class WakeUpStress {
    private static final long AN_HOUR_NS = 3_600_000_000_000L;

    private final Core core = Core.create(1, 1, 2, Clock.SYSTEM).get(0);

    @Actor
    public void core() {
        core.driveByCaller();
        while (core.step() == 0) {
            core.park(AN_HOUR_NS);
        }
    }

    @Signal
    public void submitter() {
        core.submit(() -> {});
    }
}
